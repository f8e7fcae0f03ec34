import type { Kysely } from 'kysely';
import { eraseDueAccounts } from './accounts/erasure.ts';
import type { Database } from './db/schema.ts';

const DAY = 86_400_000;
/** Days for which an operator can look into a mail that was given up. */
const GIVEN_UP = 30;

/** Erases accounts whose time has come and drops what is good for nothing any more. */
export async function keepHouse(db: Kysely<Database>, now: Date): Promise<void> {
  await eraseDueAccounts(db, now);
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
  // Their refresh tokens go with them.
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('limits').where('forget_at', '<=', now).execute();
  await db
    .deleteFrom('mails')
    .where('given_up_at', '<', new Date(now.getTime() - GIVEN_UP * DAY))
    .execute();
}
