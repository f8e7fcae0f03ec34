import { parseArgs } from 'node:util';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import type { Db } from '../db/schema.ts';
import { type Filled, fillDemo } from '../demo/fill.ts';
import { countFailedPayments } from '../demo/people/payments.ts';
import { estimateRecoveredPayments } from '../demo/people/recovered-payments.ts';
import { showProgress } from '../demo/progress.ts';
import { refreshStatistics } from '../demo/refresh-statistics.ts';
import { countRecipes } from '../demo/write-recipes.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Adds demo people with their subscriptions, charges and failed payments, and recipes, to DATABASE_URL, or else to
the database in DATA_DIR. All or nothing.

  npm run seed -- --users 10000 [--recipes 500] [--seed 7]

  --users    how many, up to 5,000,000
  --recipes  how many, up to 500,000 (one for ten people; an empty database gets at least the 62 of the demo)
  --seed     any whole number: the same one makes the same people (1)
`;
const MAX_USERS = 5_000_000;
const MAX_RECIPES = 500_000;

type Options = { users: number; recipes: number; seed: number };

/** Throws StartError with the usage for anything but a whole number. */
function readWholeNumber(name: string, text: string | undefined, [min, max]: [number, number]): number {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new StartError(`--${name} must be a whole number from ${min} to ${max}.\n\n${USAGE}`);
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: { users: { type: 'string' }, recipes: { type: 'string' }, seed: { type: 'string' } },
    });
    const users = readWholeNumber('users', values.users, [1, MAX_USERS]);
    const recipes = values.recipes ?? String(countRecipes(users));
    return {
      users,
      recipes: readWholeNumber('recipes', recipes, [0, MAX_RECIPES]),
      seed: readWholeNumber('seed', values.seed ?? '1', [1, 2 ** 32 - 1]),
    };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

/** The newest id as a suffix makes the new addresses unique. */
async function readEmailSuffix(db: Db): Promise<string> {
  const { newest } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest === null ? '' : `.${newest.toString(36)}`;
}

async function seedDatabase(db: Db, options: Options): Promise<void> {
  const { users, recipes } = options;
  const announced = {
    people: users,
    recipes,
    payments: countFailedPayments(users),
    recoveries: estimateRecoveredPayments(users),
  };
  const progress = showProgress(process.stdout, announced);
  const emailSuffix = await readEmailSuffix(db);
  const filled = await fillDemo(db, { ...options, emailSuffix, now: new Date(), onProgress: progress.show });
  await refreshStatistics(db, progress.show);
  progress.done(describe(filled));
}

function describe({ users, subscriptions, charges, recipes, failed_payments }: Filled): string {
  const counts = { users, subscriptions, charges, 'failed payments': failed_payments, recipes };
  const texts = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  return `${texts.join(', ')}.`;
}

try {
  if (['help', '--help'].includes(process.argv[2] ?? '')) process.stdout.write(USAGE);
  else {
    const options = readOptions();
    await withDatabase(readEnvironment(process.env), 'npm run seed', (db) => seedDatabase(db, options));
  }
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  process.stderr.write(`${isExpected ? error.message : `The command failed: ${getErrorMessage(error)}`}\n`);
  process.exitCode = 1;
}
