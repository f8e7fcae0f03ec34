import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/setup/long-files-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * One PostgreSQL and one build of the site for the whole run; each test file has a database of its own. The groups run
 * one after another, the files of a group two or three at a time. `isolate: false`: for most files loading the server takes longer
 * than their tests. `npm test` leaves out the project `slow`.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/setup/api/database.ts'],
    setupFiles: ['tests/setup/after-midnight.ts'],
    sequence: { sequencer: LongFilesFirst },
    // On two cores Vitest would use one and keep the other for its own process, which has little to do here.
    maxWorkers: 2,
    // With the default of 16 MB a window's many short-lived objects are collected again and again.
    execArgv: ['--max-semi-space-size=64'],
    // The programs that tests start load in two thirds of the time; a worker loads its packages faster, too.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A machine that is busy answers late.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          isolate: false,
          // They often wait for PostgreSQL.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: [
            '{shared,api,recipe-reader,src,admin-spa}/**/*.test.ts',
            'tests/{architecture,api,secrets}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          isolate: false,
          // Node loads the API once for each worker; the console is loaded anew for each file.
          server: { deps: { external: [new RegExp(`^${RegExp.escape(root)}(api|recipe-reader)/`)] } },
          // They often wait for what a person waits for.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://127.0.0.1/' } },
          include: ['{shared,admin-spa,src}/**/*.test.tsx', 'tests/{journeys,client}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/journeys/journey.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          sequence: { groupOrder: 3 },
          globalSetup: ['tests/setup/site/site.ts'],
          include: ['tests/{site,e2e,words}/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          isolate: false,
          sequence: { groupOrder: 4 },
          include: ['tests/process/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          sequence: { groupOrder: 5 },
          globalSetup: ['tests/setup/site/site.ts'],
          include: ['tests/slow/**/*.test.ts'],
          // Each needs the whole machine.
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
