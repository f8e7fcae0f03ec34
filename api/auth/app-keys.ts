import { sql, type Transaction } from 'kysely';
import { type AppKey, type AppScope, appScopes } from '#contract/app/keys.ts';
import { administratorName } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { createToken, hashToken } from './tokens.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** It names the key of the environment in the audit log. */
export const ENVIRONMENT_KEY_NAME = 'APP_BACKEND_KEY';

/** Scanners of leaked secrets recognize ours by it. */
const SECRET_PREFIX = 'mw_';

/** `expiresOn`: its last day in UTC, as `YYYY-MM-DD`; null: it does not expire. */
type NewAppKey = {
  name: string;
  scopes: readonly AppScope[];
  expiresOn: string | null;
  requestsPerMinute: number;
};

/** Returns the secret, of which only the hash is stored. Throws 409 for a name that is taken, and 422. */
export async function makeAppKey(
  db: Db,
  { name, scopes, expiresOn, requestsPerMinute, actor }: NewAppKey & { actor: Actor },
  now: Date,
): Promise<{ id: number; secret: string }> {
  const expiresAt = expiresOn === null ? null : new Date(Date.parse(expiresOn) + DAY_MS);
  if (expiresAt && expiresAt <= now)
    throw new Problem(422, 'This day has passed. Choose today or a later day.');
  if (name.toUpperCase() === ENVIRONMENT_KEY_NAME)
    throw new Problem(422, `${ENVIRONMENT_KEY_NAME} is the name of the key in the server’s environment.`);
  const listed = appScopes.filter((scope) => scopes.includes(scope));
  return db.transaction().execute(async (transaction) => {
    const key = await transaction
      .insertInto('app_keys')
      .values({
        name,
        scopes: listed,
        requests_per_minute: requestsPerMinute,
        made_at: now,
        made_by: actor.kind === 'administrator' ? actor.id : null,
        expires_at: expiresAt,
      })
      .onConflict((conflict) =>
        conflict.expression(sql`lower(name)`).where('revoked_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!key) throw new Problem(409, `There’s already a key named ${name}.`);
    const secret = await addSecret(transaction, key.id, now);
    const made = { app_key: name, scopes: listed.join(', '), expiry: expiresOn };
    const changes = Object.entries(made).flatMap(([field, to]) =>
      to === null ? [] : [{ field, from: null, to }],
    );
    await writeAuditEntry(transaction, { actor, action: 'app_key_made', userId: null, changes }, now);
    return { id: key.id, secret };
  });
}

/** Returns a second secret. Those before it end in 24 hours, or earlier if they already do. Throws 404 and 409. */
export async function rollAppKey(
  db: Db,
  { id, actor }: { id: number; actor: Actor },
  now: Date,
): Promise<{ id: number; secret: string }> {
  return db.transaction().execute(async (transaction) => {
    const key = await lockLivingKey(transaction, id);
    if (key.expires_at && key.expires_at <= now)
      throw new Problem(409, 'This key has expired. Create a new one.');
    await transaction
      .updateTable('app_key_secrets')
      .set({ ends_at: new Date(now.getTime() + DAY_MS) })
      .where('key_id', '=', id)
      .where('ends_at', 'is', null)
      .execute();
    const secret = await addSecret(transaction, id, now);
    const changes = [{ field: 'app_key', from: null, to: key.name }];
    await writeAuditEntry(transaction, { actor, action: 'app_key_rolled', userId: null, changes }, now);
    return { id, secret };
  });
}

/** Every secret of the key ends at once. Throws 404 and 409. */
export async function revokeAppKey(
  db: Db,
  { id, actor }: { id: number; actor: Actor },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const key = await lockLivingKey(transaction, id);
    await transaction.updateTable('app_keys').set({ revoked_at: now }).where('id', '=', id).execute();
    const changes = [{ field: 'app_key', from: key.name, to: null }];
    await writeAuditEntry(transaction, { actor, action: 'app_key_revoked', userId: null, changes }, now);
  });
}

async function addSecret(transaction: Transaction<Database>, id: number, now: Date): Promise<string> {
  const secret = `${SECRET_PREFIX}${createToken()}`;
  await transaction
    .insertInto('app_key_secrets')
    .values({ hash: hashToken(secret), key_id: id, made_at: now })
    .execute();
  return secret;
}

async function lockLivingKey(transaction: Transaction<Database>, id: number) {
  const key = await transaction
    .selectFrom('app_keys')
    .where('id', '=', id)
    .select(['name', 'expires_at', 'revoked_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!key) throw new Problem(404, 'Key not found.');
  if (key.revoked_at) throw new Problem(409, 'This key has already been revoked.');
  return key;
}

/** The keys that are not revoked by name, then the revoked ones, the latest first. */
export async function listAppKeys(db: Db, now: Date) {
  const state = sql<AppKey['state']>`case when revoked_at is not null then 'revoked'
    when expires_at <= ${now} then 'expired' else 'active' end`;
  const lastDay = sql<
    string | null
  >`to_char((expires_at - interval '1 day') at time zone 'UTC', 'YYYY-MM-DD')`;
  const madeBy = sql<string>`
    case when made_by is null then 'Command line' else ${administratorName('app_keys.made_by')} end`;
  const olderSecretEnd = sql<Date | null>`
    (select max(ends_at) from app_key_secrets where key_id = app_keys.id and ends_at > ${now})`;
  return db
    .selectFrom('app_keys')
    .select(['id', 'name', 'scopes', 'requests_per_minute', 'made_at', 'last_used_at'])
    .select([state.as('state'), lastDay.as('expires_on'), madeBy.as('by')])
    .select(olderSecretEnd.as('older_secret_ends_at'))
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The key with this name that is not revoked, whatever the case of its letters. */
export async function findLivingKey(db: Db, name: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('app_keys')
    .where(sql`lower(name)`, '=', sql`lower(${name.trim()})`)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst();
}

/** The key with this secret, whatever its state; null without. */
export async function findAppKey(db: Db, secret: string) {
  const found = await db
    .selectFrom('app_key_secrets')
    .innerJoin('app_keys', 'app_keys.id', 'key_id')
    .where('hash', '=', hashToken(secret))
    .select(['app_keys.id', 'name', 'scopes', 'requests_per_minute', 'expires_at', 'revoked_at', 'ends_at'])
    .executeTakeFirst();
  return found ?? null;
}

/** Whether there ever was a key. */
export async function hasAppKeys(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_keys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a key that works now may ask about access, which is in the answer about a user, too. */
export async function hasKeyForEntitlements(db: Db, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('app_keys')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(sql<boolean>`scopes && '{entitlements:read,users:read}'`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts a call in the key's current minute. Returns null if it is within the limit, else when to try again. */
export async function countAppCall(
  db: Db,
  { id, requestsPerMinute }: { id: number; requestsPerMinute: number },
  now: Date,
): Promise<Date | null> {
  const isOver = sql`stored.began_at <= ${new Date(now.getTime() - MINUTE_MS)}`;
  const { rows } = await sql<{ began_at: Date; calls: number }>`
    insert into app_key_minutes as stored (key_id, began_at, calls) values (${id}, ${now}, 1)
    on conflict (key_id) do update set
      began_at = case when ${isOver} then excluded.began_at else stored.began_at end,
      calls = case when ${isOver} then 1 else stored.calls + 1 end
    returning began_at, calls`.execute(db);
  const { began_at: began, calls } = rows[0] ?? { began_at: now, calls: 1 };
  if (calls === 1) await db.updateTable('app_keys').set({ last_used_at: now }).where('id', '=', id).execute();
  return calls > requestsPerMinute ? new Date(began.getTime() + MINUTE_MS) : null;
}
