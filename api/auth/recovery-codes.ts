import { randomBytes } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

const COUNT = 10;
/** RFC 4648, base32: 24 of these are 120 bits, so a fast hash is enough (ASVS 5, 6.5.2). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 24;

/** Replaces the older codes. They are not stored: this is the only time that they are known. */
export async function createRecoveryCodes(transaction: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, createCode);
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashCode(code), used_at: null })))
    .execute();
  return codes;
}

/** Such as ABCD-EFGH-IJKL-MNOP-QRST-UVWX. */
function createCode(): string {
  // 32 divides 256, so that every letter is equally likely.
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}

function hashCode(code: string): Buffer {
  return hashToken(code.replaceAll(/[\s-]/g, '').toUpperCase());
}

/** Each works once, also for parallel attempts. */
export async function consumeRecoveryCode(
  db: Db,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
