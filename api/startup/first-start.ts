import { randomInt } from 'node:crypto';
import { createFirstAdministrator, findFirstAdministrator } from '../accounts/first-administrator.ts';
import type { Environment } from '../config/environment.ts';
import { StartError } from '../config/start-error.ts';
import type { Db } from '../db/schema.ts';
import { fillDemo } from '../demo/fill.ts';
import type { BannerFacts } from './banner.ts';

const DEMO_SEED = 1;

const DEMO_EMAIL = 'admin@mealwright.example';

/** An app with 2,400 subscriptions. */
const DEMO_USERS = 8_600;
const DEMO_RECIPES = 62;

/** Returns whether the database was empty and is a demo now. Its story needs the first administrator. */
export async function fillDemoIfEmpty(
  db: Db,
  environment: Pick<Environment, 'demo'>,
  now: Date,
): Promise<boolean> {
  if (!environment.demo) return false;
  const demo = { users: DEMO_USERS, recipes: DEMO_RECIPES, isRealistic: true };
  const filled = await fillDemo(db, { seed: DEMO_SEED, now, onlyIfEmpty: true, ...demo });
  return filled.users > 0;
}

/** Returns a new random password only once. Throws StartError if an app user has ADMIN_EMAIL. */
export async function ensureFirstAdministrator(
  db: Db,
  { administrator, demo }: Environment,
): Promise<BannerFacts['administrator']> {
  const randomPassword = administrator === null ? generatePassword() : null;
  const wanted =
    administrator ?? (demo && randomPassword ? { email: DEMO_EMAIL, password: randomPassword } : null);
  const outcome = wanted ? await createFirstAdministrator(db, wanted) : 'exists';
  if (wanted && outcome === 'taken') {
    throw new StartError(`ADMIN_EMAIL: ${wanted.email} is already an app user. Choose a different address.`);
  }
  if (wanted && outcome === 'created') return { email: wanted.email, password: randomPassword };
  const email = await findFirstAdministrator(db);
  return email === null ? null : { email, password: null };
}

/** 80 random bits. Similar characters such as l and 1 are left out. */
function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
