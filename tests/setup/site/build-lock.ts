import pg from 'pg';
import { inject } from 'vitest';

/**
 * Runs `work` alone among all test files that build. Astro writes into the project's folder while it builds, so that two
 * builds of one folder break each other.
 */
export async function whileNothingElseBuilds<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const lock = new pg.Client({ connectionString: inject('databaseUrl') });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock(1)');
    return await work();
  } finally {
    await lock.end();
  }
}
