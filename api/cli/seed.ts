import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import type { Database } from '../db/schema.ts';
import { fillDemo } from '../demo/fill.ts';
import { showProgress } from '../demo/progress.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Adds demo people with their subscriptions to DATABASE_URL, or else to the database in DATA_DIR.

  npm run seed -- --users 10000 [--seed 7]

  --users  how many, up to 5,000,000
  --seed   any whole number: the same one makes the same people (1)
`;
const MAX_USERS = 5_000_000;

/** Throws StartError with the usage for anything but a whole number. */
function readWholeNumber(name: string, text: string | undefined, max: number): number {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  throw new StartError(`--${name} must be a whole number from 1 to ${max}.\n\n${USAGE}`);
}

function readOptions(): { users: number; seed: number } {
  try {
    const { values } = parseArgs({ options: { users: { type: 'string' }, seed: { type: 'string' } } });
    return {
      users: readWholeNumber('users', values.users, MAX_USERS),
      seed: readWholeNumber('seed', values.seed ?? '1', 2 ** 32 - 1),
    };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

/** The newest id as a suffix makes the new addresses unique. */
async function readEmailSuffix(db: Kysely<Database>): Promise<string> {
  const { newest } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest === null ? '' : `.${newest.toString(36)}`;
}

async function seedDatabase(db: Kysely<Database>, options: { users: number; seed: number }): Promise<void> {
  const progress = showProgress(process.stdout, options.users);
  const emailSuffix = await readEmailSuffix(db);
  await fillDemo(db, { ...options, emailSuffix, now: new Date(), onProgress: progress.show });
  // Without fresh statistics PostgreSQL would keep the query plans of the small database.
  await sql`vacuum analyze`.execute(db);
  progress.done();
}

try {
  const options = readOptions();
  await withDatabase(readEnvironment(process.env), 'npm run seed', (db) => seedDatabase(db, options));
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  process.stderr.write(`${isExpected ? error.message : `The command failed: ${getErrorMessage(error)}`}\n`);
  process.exitCode = 1;
}
