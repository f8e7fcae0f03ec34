import { defineConfig } from 'vitest/config';

/**
 * One PostgreSQL and one site build for the whole run. The groups run one after another, because browser and process
 * tests need the whole machine.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/setup/api/database.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A machine that is busy answers late.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          sequence: { groupOrder: 0 },
          include: [
            '{shared,api,src,admin-spa,bench}/**/*.test.ts',
            'tests/{architecture,api,secrets}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
          globalSetup: ['tests/setup/site/site.ts'],
          include: ['tests/{site,e2e,words}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          sequence: { groupOrder: 3 },
          include: ['tests/{process,newcomer}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
