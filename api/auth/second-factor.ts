import { sql } from 'kysely';
import type { SignInChallenge } from '#contract/authentication.ts';
import type { Assertion, Registration, SecondFactorRequirement } from '#contract/second-factor.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { type PasskeySite, storePasskey, verifyPasskey } from './passkeys.ts';
import { consumeRecoveryCode, createRecoveryCodes } from './recovery-codes.ts';
import { revokeSessions } from './sessions.ts';
import { confirmTotp, consumeTotpCode } from './totp.ts';

/** The second factor of administrators (docs/decisions/0033): an authenticator app, passkeys, and recovery codes. */

export type ProofMethod = SignInChallenge['methods'][number];

const hasTotp = sql<boolean>`exists (select from totp_secrets where user_id = users.id and secret is not null)`;
const hasPasskey = sql<boolean>`exists (select from passkeys where user_id = users.id)`;

/** In a query of `users`. */
export const hasSecondFactor = sql<boolean>`(${hasTotp} or ${hasPasskey})`;

/** What a user can prove with, in the order in which to offer it; null: there is no second factor. */
export async function listProofMethods(
  db: Db,
  userId: number,
  { requirement, site }: { requirement: SecondFactorRequirement; site: PasskeySite | null },
): Promise<ProofMethod[] | null> {
  if (requirement === 'off') return null;
  const found = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select([
      hasTotp.as('totp'),
      hasPasskey.as('passkey'),
      sql<boolean>`exists (select from recovery_codes where user_id = users.id and used_at is null)`.as(
        'recovery_code',
      ),
    ])
    .executeTakeFirstOrThrow();
  if (!found.totp && !found.passkey) return null;
  const methods = ['passkey', 'totp', 'recovery_code'] as const;
  return methods.filter((method) => found[method] && (method !== 'passkey' || site !== null));
}

/** What someone sends as their second factor. */
export type Proof = {
  method: ProofMethod;
  code?: string | undefined;
  assertion?: Assertion | undefined;
};

/** Whether the proof is right. It works once. `challenge`: what a passkey signs. */
export async function consumeProof(
  db: Db,
  {
    userId,
    proof: { method, code = '', assertion },
    challenge,
    site,
  }: { userId: number; proof: Proof; challenge: string | null; site: PasskeySite | null },
  now: Date,
): Promise<boolean> {
  if (method === 'totp') return consumeTotpCode(db, { userId, code }, now);
  if (method === 'recovery_code') return consumeRecoveryCode(db, { userId, code }, now);
  if (!assertion || challenge === null || site === null) return false;
  return verifyPasskey(db, { userId, assertion, challenge, site }, now);
}

export async function readSecondFactor(db: Db, userId: number) {
  const totp = await db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select('added_at')
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'added_at', 'last_used_at'])
    .orderBy('id')
    .execute();
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('left'))
    .executeTakeFirstOrThrow();
  return { totpAddedAt: totp?.added_at ?? null, passkeys, recoveryCodesLeft: left };
}

type Owner = { id: number; email: string };

export type Factor =
  | { kind: 'totp'; code: string }
  | { kind: 'passkey'; name: string; credential: Registration; challenge: string | null; site: PasskeySite };

/** Mails them. Returns recovery codes with the first factor, else null. Throws 409 and 422: see `confirmTotp` and `storePasskey`. */
export async function addFactor(
  db: Db,
  { owner: { id: userId, email }, actor, factor }: { owner: Owner; actor: Actor; factor: Factor },
  now: Date,
): Promise<string[] | null> {
  return db.transaction().execute(async (transaction) => {
    const isFirst = !(await lockFactors(transaction, userId));
    if (factor.kind === 'totp') await confirmTotp(transaction, { userId, code: factor.code }, now);
    else await storePasskey(transaction, { userId, ...factor }, now);
    await setDueAt(transaction, userId, null);
    const changes = [{ field: 'second_factor', from: null, to: factor.kind }];
    await writeAuditEntry(transaction, { actor, action: 'second_factor_added', userId, changes }, now);
    await enqueueMail(transaction, { kind: 'second_factor_added', address: email }, now);
    return isFirst ? createRecoveryCodes(transaction, userId) : null;
  });
}

/** Throws 404 for an unknown factor, and 409 for the last one where the server requires one. */
export async function removeFactor(
  db: Db,
  {
    owner,
    actor,
    passkeyId,
    requirement,
  }: {
    owner: Owner;
    actor: Actor;
    /** null: the authenticator app. */
    passkeyId: number | null;
    requirement: SecondFactorRequirement;
  },
  now: Date,
): Promise<void> {
  const userId = owner.id;
  await db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, userId);
    const removed =
      passkeyId === null
        ? await transaction
            .deleteFrom('totp_secrets')
            .where('user_id', '=', userId)
            .where('secret', 'is not', null)
            .executeTakeFirst()
        : await transaction
            .deleteFrom('passkeys')
            .where('user_id', '=', userId)
            .where('id', '=', passkeyId)
            .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw new Problem(404, 'This was already removed.');
    const isLast = !(await lockFactors(transaction, userId));
    if (isLast && requirement === 'required') {
      throw new Problem(409, 'You need a second factor here. Add another one before you remove this one.');
    }
    const changes = [{ field: 'second_factor', from: passkeyId === null ? 'totp' : 'passkey', to: null }];
    await writeAuditEntry(transaction, { actor, action: 'second_factor_removed', userId, changes }, now);
    if (isLast) await removeSecondFactor(transaction, userId);
    await enqueueMail(transaction, { kind: 'second_factor_removed', address: owner.email }, now);
  });
}

/** For someone who has lost it. Ends their sessions and mails them. Throws 409 if there is none. */
export async function resetSecondFactor(
  db: Db,
  { user, actor }: { user: { id: number; email: string }; actor: Actor },
  now: Date,
): Promise<void> {
  const userId = user.id;
  await db.transaction().execute(async (transaction) => {
    if (!(await lockFactors(transaction, userId))) {
      throw new Problem(409, `${user.email} has no second factor. Nothing was changed.`);
    }
    await removeSecondFactor(transaction, userId);
    // Where one is required, the days to set it up begin again.
    await setDueAt(transaction, userId, null);
    await revokeSessions(transaction, { userId }, now);
    await writeAuditEntry(transaction, { actor, action: 'second_factor_reset', userId }, now);
    await enqueueMail(transaction, { kind: 'second_factor_removed', address: user.email }, now);
  });
}

/** Throws 409 without a second factor. */
export async function renewRecoveryCodes(
  db: Db,
  { userId, actor }: { userId: number; actor: Actor },
  now: Date,
): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockFactors(transaction, userId))) {
      throw new Problem(409, 'Recovery codes stand in for a second factor. Add one first.');
    }
    await writeAuditEntry(transaction, { actor, action: 'recovery_codes_made', userId }, now);
    return createRecoveryCodes(transaction, userId);
  });
}

/** Ends sign-ins between their two steps, too. */
export async function removeSecondFactor(transaction: Db, userId: number): Promise<void> {
  await transaction.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

/** Recovery codes are no factor of their own. */
export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(hasSecondFactor.as('has'))
    .executeTakeFirstOrThrow();
  return found.has;
}

/** Whether there is a factor. The lock makes changes of one user's factors wait for each other. */
async function lockFactors(transaction: Db, userId: number): Promise<boolean> {
  await transaction.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute();
  return hasFactor(transaction, userId);
}

async function setDueAt(db: Db, userId: number, second_factor_due_at: Date | null): Promise<void> {
  await db.updateTable('users').set({ second_factor_due_at }).where('id', '=', userId).execute();
}
