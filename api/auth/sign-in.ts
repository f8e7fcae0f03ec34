import { sql } from 'kysely';
import type { SignInChallenge } from '#contract/authentication.ts';
import type { SecondFactorRequirement } from '#contract/second-factor.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type Db, type StoredUser, userColumns } from '../db/schema.ts';
import { findCredentialsByEmail, isAddress, type StoredCredentials } from '../db/user-by-email.ts';
import { Problem, ReasonedProblem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { type PasskeySite, requestPasskey } from './passkeys.ts';
import { hashPassword, isCurrentHash, verifyPassword } from './password-hash.ts';
import {
  countAttempt,
  hashLimitKey,
  resetAttempts,
  throwTooManyAttempts,
  uncountAttempt,
} from './rate-limits.ts';
import { consumeProof, listProofMethods, type Proof, type ProofMethod } from './second-factor.ts';
import { type IssuedTokens, lockAdministrator, openSession, SignInRefusedError } from './sessions.ts';
import { createToken, hashToken } from './tokens.ts';

const CHALLENGE_MS = 5 * 60_000;

type SignInServices = {
  db: Db;
  clock: () => Date;
  secondFactor: SecondFactorRequirement;
  /** null: there are no passkeys here. */
  passkeySite: PasskeySite | null;
};
type Credentials = { email: string; password: string; rememberMe: boolean };
/** `client` is the address for the rate limits. */
type SignInOrigin = { client: string; device: string; requestId: string };
type SignedIn = {
  tokens: IssuedTokens;
  user: StoredUser;
  /** Its owner gets a mail. */
  isNewBrowser: boolean;
};

/**
 * Answers a challenge to someone with a second factor. Throws SignInRefusedError for every reason, after equal work, and
 * 429 even for a correct password, to reveal nothing.
 */
export async function signIn(
  services: SignInServices,
  { email, password, rememberMe }: Credentials,
  origin: SignInOrigin,
): Promise<SignedIn | { challenge: SignInChallenge }> {
  const { db, clock } = services;
  const { client, device, requestId } = origin;
  return countingAttempt(services, { client, email }, async () => {
    const user = await checkCredentials(db, email, password).catch(async (error: unknown) => {
      if (error instanceof SignInRefusedError) await writeFailedSignIn(db, { email, requestId }, clock());
      throw error;
    });
    const passwordHash = await ensureCurrentHash(db, user, password);
    const methods = await listProofMethods(db, user.id, {
      requirement: services.secondFactor,
      site: services.passkeySite,
    });
    return db.transaction().execute(async (transaction) => {
      await lockAdministrator(transaction, { userId: user.id, passwordHash });
      if (!methods) return startSession(transaction, { user, rememberMe, method: null, ...origin }, clock());
      const step = { userId: user.id, rememberMe, device, methods, site: services.passkeySite };
      return { challenge: await createChallenge(transaction, step, clock()) };
    });
  });
}

/** The challenge of a first step is unknown, was used, or has expired. */
const createEndedError = () =>
  new ReasonedProblem(401, 'This took too long. Please sign in again.', 'challenge_ended');

/** A second step with a wrong code. */
export class ProofRefusedError extends Problem {
  /** The log names the user, the answer does not. */
  readonly userId: number;

  constructor(userId: number) {
    super(401, 'That code isn’t right, or it was used before.');
    this.userId = userId;
  }
}

/**
 * The second step: the same answer as the first one of someone without a second factor. Of any number of parallel attempts
 * one succeeds. Throws ProofRefusedError, 401 with the reason `challenge_ended`, and 429.
 */
export async function proveSecondFactor(
  services: SignInServices,
  { challenge: token, ...proof }: Proof & { challenge: string },
  origin: SignInOrigin,
): Promise<SignedIn> {
  const { db, clock, passkeySite: site } = services;
  const isValid = { hash: hashToken(token), after: clock() };
  const step = await findChallenge(db, isValid);
  if (!step) throw createEndedError();
  const { user_id: userId, remember_me: rememberMe, device, passkey_challenge: challenge } = step;
  const { email } = step;
  return countingAttempt(services, { client: origin.client, email }, async () => {
    const proven = await db.transaction().execute(async (transaction) => {
      // A reset locks in this order, too: the user, then the challenges.
      await lockAdministrator(transaction, { userId });
      const now = clock();
      if (!(await consumeProof(transaction, { userId, proof, challenge, site }, now))) return null;
      if (!(await consumeChallenge(transaction, { ...isValid, now }))) throw createEndedError();
      const user = await transaction
        .selectFrom('users')
        .where('id', '=', userId)
        .select(userColumns)
        .executeTakeFirstOrThrow();
      const { method } = proof;
      return startSession(transaction, { ...origin, user, rememberMe, device, method }, now);
    });
    if (proven) return proven;
    const actor = { kind: 'owner', requestId: origin.requestId } as const;
    const changes = [{ field: 'second_factor', from: null, to: proof.method }];
    await writeAuditEntry(db, { actor, action: 'second_factor_failed', userId, changes }, clock());
    throw new ProofRefusedError(userId);
  });
}

/**
 * Counts an attempt before its outcome is known. A session ends the failures of the account; a challenge does not, because
 * the codes of the second step count there, too. A server error counts as no failure.
 */
async function countingAttempt<Outcome extends SignedIn | { challenge: SignInChallenge }>(
  { db, clock }: SignInServices,
  { client, email }: { client: string; email: string },
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const now = clock();
  const ofClient = { limit: 'signInClient', subject: client } as const;
  const ofAccount = { limit: 'signInAccount', subject: email } as const;
  const clientRetryAt = await countAttempt(db, ofClient, now);
  if (clientRetryAt) throwTooManyAttempts(clientRetryAt, now);
  const accountRetryAt = await countAttempt(db, ofAccount, now).catch(async (error: unknown) => {
    await uncountAttempt(db, ofClient, now);
    throw error;
  });
  if (accountRetryAt) {
    // The password was not checked, so this is no failure of the client.
    await uncountAttempt(db, ofClient, now);
    throwTooManyAttempts(accountRetryAt, now);
  }
  try {
    const outcome = await attempt();
    await uncountAttempt(db, ofClient, now);
    if ('challenge' in outcome) await uncountAttempt(db, ofAccount, now);
    else await resetAttempts(db, ofAccount);
    return outcome;
  } catch (error) {
    const isFailure = error instanceof SignInRefusedError || error instanceof ProofRefusedError;
    if (!isFailure) {
      await uncountAttempt(db, ofClient, now);
      await uncountAttempt(db, ofAccount, now);
    }
    throw error;
  }
}

async function checkCredentials(db: Db, email: string, password: string): Promise<StoredCredentials> {
  const user = await findCredentialsByEmail(db, email);
  const isPasswordCorrect = await verifyPassword(password, user?.password_hash ?? null);
  if (!isPasswordCorrect || !user || user.role !== 'admin' || user.status !== 'active')
    throw new SignInRefusedError(user?.id);
  return user;
}

/** Rehashes a password whose hash has older parameters. */
async function ensureCurrentHash(db: Db, user: StoredCredentials, password: string): Promise<string | null> {
  if (isCurrentHash(user.password_hash)) return user.password_hash;
  const password_hash = await hashPassword(password);
  const updated = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.password_hash)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 1n) return password_hash;
  // The hash was replaced in parallel, so the password is checked again.
  return (await checkCredentials(db, user.email, password)).password_hash;
}

/**
 * Writes an entry if the address is an administrator's. Every address runs the same statement, which always writes a row
 * and so waits for the disk: the time reveals no account.
 */
async function writeFailedSignIn(
  db: Db,
  { email, requestId }: { email: string; requestId: string },
  now: Date,
): Promise<void> {
  await sql`
    with entry as (
      insert into audit_entries (at, actor, action, user_id, request_id)
      select ${now}, 'owner', 'sign_in_failed', id, ${requestId} from users
      where ${isAddress('email', email)} and role = 'admin' and status <> 'deleted'
    )
    update limits set forget_at = forget_at where key = ${hashLimitKey('signInAccount', email)}`.execute(db);
}

type NewSession = {
  user: StoredUser;
  rememberMe: boolean;
  device: string;
  requestId: string;
  /** null: there is no second factor. */
  method: ProofMethod | null;
};

/** Opens a session, with an entry in the audit log, and a mail to its owner if the browser is new. */
async function startSession(
  transaction: Db,
  { user, rememberMe, device, requestId, method }: NewSession,
  now: Date,
): Promise<SignedIn> {
  const { id, email } = user;
  const isNewBrowser = await isBrowserNew(transaction, { userId: id, device });
  const tokens = await openSession(transaction, { userId: id, rememberMe, device }, now);
  const actor = { kind: 'administrator', id, requestId } as const;
  const changes = method === null ? [] : [{ field: 'second_factor', from: null, to: method }];
  await writeAuditEntry(transaction, { actor, action: 'signed_in', userId: id, changes }, now);
  if (isNewBrowser) await enqueueMail(transaction, { kind: 'new_browser', address: email, device }, now);
  return { tokens, user, isNewBrowser };
}

/** Whether no stored session is of this browser and system. The very first sign-in is of no new one. */
async function isBrowserNew(
  db: Db,
  { userId, device }: { userId: number; device: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    select not exists (select from sessions where user_id = ${userId} and device = ${device})
      and (exists (select from sessions where user_id = ${userId})
        or exists (select from audit_entries where user_id = ${userId} and action = 'signed_in')) as is_new`.execute(
    db,
  );
  return rows[0]?.is_new ?? false;
}

/** The link between the two steps: the browser's first answer instead of tokens. */
async function createChallenge(
  transaction: Db,
  {
    userId,
    rememberMe,
    device,
    methods,
    site,
  }: {
    userId: number;
    rememberMe: boolean;
    device: string;
    methods: ProofMethod[];
    site: PasskeySite | null;
  },
  now: Date,
): Promise<SignInChallenge> {
  const token = createToken();
  const passkey = await requestPasskey(transaction, userId, site);
  const expires_at = new Date(now.getTime() + CHALLENGE_MS);
  await transaction
    .insertInto('sign_in_challenges')
    .values({
      hash: hashToken(token),
      user_id: userId,
      remember_me: rememberMe,
      device,
      passkey_challenge: passkey?.challenge ?? null,
      expires_at,
      used_at: null,
    })
    .execute();
  return { token, methods, passkey, expiresAt: expires_at.toISOString() };
}

async function findChallenge(db: Db, { hash, after }: { hash: Buffer; after: Date }) {
  return db
    .selectFrom('sign_in_challenges')
    .innerJoin('users', 'users.id', 'user_id')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', after)
    .select(['user_id', 'remember_me', 'device', 'passkey_challenge', 'email'])
    .executeTakeFirst();
}

async function consumeChallenge(
  transaction: Db,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<boolean> {
  const used = await transaction
    .updateTable('sign_in_challenges')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
