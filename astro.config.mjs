import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';
import { brandStyles } from './src/build/brand-styles.ts';
import { buildTarget } from './src/build/browsers.ts';
import { finishPages } from './src/build/finish-pages.ts';
import { consoleBuild } from './src/hand-off/console-build.ts';
import { directives } from './src/security/content-security-policy.ts';
import { developmentPolicy } from './src/security/development.ts';

const { PUBLIC_API_URL, SITE_URL, DEVELOPMENT_API } = process.env;
const api = PUBLIC_API_URL || '/api/v1';

export default defineConfig({
  ...(SITE_URL ? { site: SITE_URL } : {}),
  trailingSlash: 'ignore',
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'always' },
  integrations: [react(), consoleBuild(), developmentPolicy(), finishPages()],
  fonts: [
    {
      name: 'Fraunces',
      cssVariable: '--font-headline',
      provider: fontProviders.local(),
      // Fallbacks with matching widths: shared/brand/theme.scss.
      fallbacks: ['Stand-in Times', 'Stand-in Noto', 'Georgia', 'serif'],
      optimizedFallbacks: false,
      options: {
        variants: [
          {
            weight: 600,
            style: 'normal',
            display: 'swap',
            src: ['./node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2'],
          },
        ],
      },
    },
  ],
  security: {
    csp: {
      directives: directives(api),
    },
  },
  vite: {
    define: { 'import.meta.env.PUBLIC_API_URL': JSON.stringify(api) },
    // In development the API has its own port; the proxy keeps one origin. Builds and checks prepare packages for
    // production, which would break the pages of a running `npm run dev` if both had one folder.
    ...(DEVELOPMENT_API
      ? {
          server: {
            proxy: { [new URL(api, DEVELOPMENT_API).pathname]: DEVELOPMENT_API, '/healthz': DEVELOPMENT_API },
          },
        }
      : { cacheDir: 'node_modules/.cache/vite' }),
    css: { preprocessorOptions: { scss: { importers: [brandStyles] } } },
    build: {
      target: buildTarget,
      assetsInlineLimit: 0,
      // The licenses of the packages in the scripts; most ask for their text in every copy.
      license: { fileName: 'licenses.txt' },
    },
    optimizeDeps: {
      include: [
        'react-dom/client',
        'wouter',
        'wouter/use-browser-location',
        'ky',
        'valibot',
        'zustand',
        'react-hot-toast/headless',
        '@tanstack/react-query',
        'lucide-react',
      ],
    },
  },
});
