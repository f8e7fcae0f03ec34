import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';
import { brandStyles } from './src/build/brand-styles.ts';
import { finishPages } from './src/build/finish-pages.ts';
import { consoleChunk } from './src/hand-off/console-chunk.ts';
import { directives } from './src/security/content-security-policy.ts';
import { developmentPolicy } from './src/security/development.ts';

const { PUBLIC_API_URL, SITE_URL, DEVELOPMENT_API } = process.env;
const api = PUBLIC_API_URL || '/api/v1';

/**
 * Code that is needed together is one chunk: React with the forms, the API client (loaded on the first focus of a form),
 * the console, what lists share, the list of recipes. This saves requests, and no form loads the console.
 */
const chunks = [
  {
    name: 'forms',
    priority: 3,
    test: /(shared\/(forms|client\/storage-keys|contract\/messages)|node_modules\/(react|react-dom|scheduler|react-hot-toast)\/)/,
  },
  {
    name: 'api-client',
    priority: 2,
    // Without what only some screens of the console need.
    test: /(shared\/(client\/(?!upload|download|read-picture)|contract\/(authentication\.|endpoint\.|envelope\.|schema\/))|node_modules\/(ky|valibot|zustand)\/)/,
  },
  {
    name: 'console',
    priority: 1,
    test: /admin-spa\/([^/]+\.tsx?|shell\/(?!version\/(load-offer|Offer)|session\/end-with-session).*|ui\/(?!background\/|list\/|date\/|format\/currency|card\/CardPaging|navigation\/(use-record-title|views)).*|users\/UserLink\.tsx|palette\/PaletteButton\.tsx|\w+\/queries\.ts)$|node_modules\/(wouter|@tanstack\/(query-core|react-query)\/build\/modern\/(?!useMut|mutationO|useInfiniteQ|infiniteQueryO))/,
  },
  {
    name: 'lists',
    priority: 1,
    test: /admin-spa\/(ui\/date\/(When|prepare-ago)|ui\/list\/(rows\/|columns\/(?!ColumnsPanel))?[^/]+|ui\/list\/filters\/(?!FilterFields)[^/]+|ui\/navigation\/(use-record-title|views)|(users|recipes)\/list\/page-query|payments\/platform-name|recipes\/minutes|users\/(UsersList|columns|list\/(load-tools|user-filters)))\.tsx?$/,
  },
  {
    // Small, of several screens, and not of the first ones.
    name: 'small',
    priority: 1,
    test: /@tanstack\/(query-core|react-query)\/build\/modern\/(useMut|mutationO)|recipes\/editor\/save\/field-labels|recipes\/editor\/state\/spelling/,
  },
  {
    // Several screens share it, as one file: the start of the console lists the files of each.
    name: 'payments',
    test: /admin-spa\/(ui\/card\/CardPaging|payments\/(payment-queries|OutcomeBadge|retry\/failure|stores\/store-name|tabs\/(PaymentTabs|OfferedByPayments)|timeline\/(TimelineButton|load-timeline)))\.tsx?$/,
  },
  { name: 'export', test: /(admin-spa\/ui\/list\/export\/|shared\/client\/download)/ },
  // The list of recipes and the one of failed payments have both.
  {
    name: 'selection',
    test: /admin-spa\/(ui\/list\/selection\/(?!SelectionBar)|shell\/session\/end-with-session)/,
  },
  // The list of failed payments, and the page of a user.
  {
    name: 'payment-rows',
    test: /admin-spa\/payments\/((?!PaymentRecovery|OutcomeBadge)\w+\.tsx|payment-name|reminders\/|retry\/(?!retry-text|failure)|live\/|bulk\/payment-selection)/,
  },
  { name: 'background', test: /admin-spa\/ui\/(background\/|list\/selection\/SelectionBar)/ },
  { name: 'recipes', test: /admin-spa\/recipes\/(\w+|list\/(?!FilterPanel|export-files)[^/]+)\.tsx?$/ },
];

export default defineConfig({
  ...(SITE_URL ? { site: SITE_URL } : {}),
  trailingSlash: 'ignore',
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'always' },
  integrations: [react(), developmentPolicy(), finishPages()],
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
    plugins: [consoleChunk()],
    // In development the API has its own port; the proxy keeps one origin.
    ...(DEVELOPMENT_API
      ? {
          server: {
            proxy: { [new URL(api, DEVELOPMENT_API).pathname]: DEVELOPMENT_API, '/healthz': DEVELOPMENT_API },
          },
        }
      : {}),
    css: { preprocessorOptions: { scss: { importers: [brandStyles] } } },
    build: { target: 'es2023', assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: chunks } },
          },
        },
      },
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
      ],
    },
  },
});
