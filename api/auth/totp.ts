import { Secret, TOTP } from 'otpauth';
import { product } from '#brand/product.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

const PENDING_MS = 10 * 60_000;
const STEP_MS = 30_000;

/** What every authenticator app knows of RFC 6238: SHA-1, 6 digits, 30 seconds. */
const createTotp = (secret: Secret, label: string) => new TOTP({ issuer: product.name, label, secret });

/** The 30-second step of the code: the current one, the one before or the one after it. null for a wrong code. */
function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/[\s-]/g, '');
  // The library throws for letters of several bytes.
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = createTotp(Secret.fromBase32(secret), '').validate({ token, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}

/** A new secret that waits for its first code, 10 minutes. The one that is in use stays until then. */
export async function startTotp(
  db: Db,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const totp = createTotp(new Secret({ size: 20 }), email);
  const pending = { pending_secret: totp.secret.base32, pending_until: new Date(now.getTime() + PENDING_MS) };
  await db
    .insertInto('totp_secrets')
    .values({ user_id: id, secret: null, added_at: null, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute();
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Puts the secret that waits into use. The code counts as used. Throws 409 if none waits, 422 for a wrong code. */
export async function confirmTotp(
  transaction: Db,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<void> {
  const waiting = await transaction
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('pending_until', '>', now)
    .select('pending_secret')
    .forUpdate()
    .executeTakeFirst();
  const secret = waiting?.pending_secret;
  if (!secret) throw new Problem(409, 'This took more than 10 minutes. Please start again.');
  const step = findStep(secret, code, now);
  if (step === null) throw new Problem(422, 'That code isn’t right. Check the clock of your phone.');
  await transaction
    .updateTable('totp_secrets')
    .set({ secret, added_at: now, last_step: step, pending_secret: null, pending_until: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Whether the code is right and later than the last one that was used: each works once, also for parallel attempts. */
export async function consumeTotpCode(
  db: Db,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select('secret')
    .executeTakeFirst();
  const step = found?.secret ? findStep(found.secret, code, now) : null;
  if (step === null) return false;
  const used = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', found?.secret ?? '')
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
