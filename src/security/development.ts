import type { AstroIntegration } from 'astro';

/** Astro hashes nothing in development; this gives `npm run dev` the same strict policy, page by page. */
export function developmentPolicy(): AstroIntegration {
  return {
    name: 'development-policy',
    hooks: {
      'astro:config:setup': ({ command, addMiddleware }) => {
        if (command !== 'dev') return;
        addMiddleware({ order: 'pre', entrypoint: new URL('./development-middleware.ts', import.meta.url) });
      },
    },
  };
}
