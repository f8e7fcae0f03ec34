import type { AstroIntegration } from 'astro';

/**
 * Gives builds and checks a folder of their own for the packages that Vite prepares. Theirs are made for production, and
 * in the folder of a running `npm run dev` they would break its pages.
 */
export function ownCache(): AstroIntegration {
  return {
    name: 'own-cache',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'dev') updateConfig({ vite: { cacheDir: 'node_modules/.cache/vite' } });
      },
    },
  };
}
