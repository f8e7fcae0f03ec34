import type { AstroIntegration } from 'astro';

/** Astro adds no hashes in development, so `npm run dev` needs its own policy. */
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
