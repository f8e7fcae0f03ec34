import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { createFirstAdministrator, firstAdministrator } from '../accounts/first-administrator.ts';
import type { Environment } from '../config/environment.ts';
import { StartError } from '../config/start-error.ts';
import type { Database } from '../db/schema.ts';
import { fillDemo } from '../demo/fill.ts';
import type { BannerFacts } from './banner.ts';

/** The same seed makes the same people. */
const DEMO_SEED = 1;

const DEMO_EMAIL = 'admin@mealwright.example';

/** Puts demo people into a database without users, where the environment asks for it. */
export async function fillIfEmpty(
  db: Kysely<Database>,
  environment: Pick<Environment, 'demo'>,
  now: Date,
): Promise<void> {
  if (!environment.demo) return;
  await fillDemo(db, { seed: DEMO_SEED, now, onlyIfEmpty: true });
}

/**
 * The administrator whom the banner names. Creates one where there is none: with the ADMIN_EMAIL and ADMIN_PASSWORD of
 * the environment, or for a demo with a random password, which is returned this once. Throws StartError where
 * ADMIN_EMAIL belongs to an app user.
 */
export async function ensureAdministrator(
  db: Kysely<Database>,
  { administrator, demo }: Environment,
): Promise<BannerFacts['administrator']> {
  const random = administrator === null ? readablePassword() : null;
  const wanted = administrator ?? (demo && random ? { email: DEMO_EMAIL, password: random } : null);
  const outcome = wanted ? await createFirstAdministrator(db, wanted) : 'exists';
  if (wanted && outcome === 'taken') {
    throw new StartError(`ADMIN_EMAIL: ${wanted.email} is an app user already. Choose another address.`);
  }
  if (wanted && outcome === 'created') return { email: wanted.email, password: random };
  const email = await firstAdministrator(db);
  return email === null ? null : { email, password: null };
}

/** 80 random bits, in letters and digits that do not look alike. */
function readablePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
