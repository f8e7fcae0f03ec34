import type { KnipConfig } from 'knip';

/** `knip` in `npm test`: no file, export or package that nothing uses. */
const config: KnipConfig = {
  entry: [
    'api/{start.mjs,index.ts}',
    'api/cli/*.ts',
    // Used as whole modules, by their names.
    'api/db/migrations/*.ts',
    'bench/{api,pages}.ts',
    'tests/run.ts',
    'tests/**/*.test.{ts,tsx}',
    'tests/setup/**/*.ts',
    'tests/secrets/report.ts',
    'admin-spa/mount.tsx',
  ],
  project: ['{api,admin-spa,shared,src,bench,tests}/**/*.{ts,tsx,astro,mjs,scss}'],
  ignoreExportsUsedInFile: { type: true, interface: true },
  ignoreDependencies: [
    // Named by a file's path, in astro.config.mjs.
    '@fontsource/fraunces',
    // The command `astro check` loads it.
    '@astrojs/check',
  ],
};

export default config;
