import * as v from 'valibot';
import { newAppKey } from '#contract/app/keys.ts';
import { findLivingKey, listAppKeys, makeAppKey, revokeAppKey, rollAppKey } from '../auth/app-keys.ts';
import { StartError } from '../config/start-error.ts';
import type { Db } from '../db/schema.ts';

/** Each command returns the text to print. Throws StartError and Problem. */

const actor = { kind: 'command_line', requestId: null } as const;

type Typed = { name: string; scopes: string; expires: string | undefined; perMinute: string | undefined };

/** `scopes` are separated by commas; `expires` is the last day in UTC, as `YYYY-MM-DD`. */
export async function addKey(
  db: Db,
  { name, scopes, expires, perMinute }: Typed,
  now: Date,
): Promise<string> {
  const key = v.safeParse(newAppKey, {
    name,
    scopes: scopes.split(',').map((scope) => scope.trim()),
    expiresOn: expires,
    requestsPerMinute: perMinute === undefined ? undefined : Number(perMinute),
  });
  // Some messages stand beside a field of the console, without a period.
  if (!key.success) throw new StartError(key.issues[0].message.replace(/\.?$/, '.'));
  const { secret } = await makeAppKey(db, { ...key.output, actor }, now);
  return `The key ${key.output.name} works now. Its secret isn’t shown again:\n${secret}\n`;
}

export async function rollKey(db: Db, name: string, now: Date): Promise<string> {
  const { id } = await findKeyOrThrow(db, name);
  const { secret } = await rollAppKey(db, { id, actor }, now);
  return `The earlier secret of ${name} works for 24 more hours. The new one isn’t shown again:\n${secret}\n`;
}

export async function revokeKey(db: Db, name: string, now: Date): Promise<string> {
  const { id } = await findKeyOrThrow(db, name);
  await revokeAppKey(db, { id, actor }, now);
  return `The key ${name} is revoked.\n`;
}

/** One line each: state, name, scopes, last use, expiry. */
export async function describeKeys(db: Db, now: Date): Promise<string> {
  const keys = await listAppKeys(db, now);
  if (keys.length === 0)
    return 'There are no keys. Create one with: npm run admin -- key add <name> --scopes <scopes>\n';
  return keys
    .map(({ state, name, scopes, last_used_at: used, expires_on: day }) => {
      const use = used ? `used ${used.toISOString()}` : 'never used';
      const expiry = day ? `, expires after ${day}` : '';
      return `${state.padEnd(7)}  ${name}  ${scopes.join(',')}  ${use}${expiry}\n`;
    })
    .join('');
}

async function findKeyOrThrow(db: Db, name: string): Promise<{ id: number }> {
  const key = await findLivingKey(db, name);
  if (!key) throw new StartError(`There’s no key named ${name}.`);
  return key;
}
