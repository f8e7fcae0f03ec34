import { type Selectable, sql, type Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import { type AppProfile, type AppUser, type BatchResult, batchRowSchema } from '#contract/app/users.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { revokeLinks } from '../auth/one-time-tokens.ts';
import type { AppValue, Database, Db, UsersTable } from '../db/schema.ts';
import { isAddress, toReadableAddress } from '../db/user-by-email.ts';
import { parseInput, UNSTORABLE } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { closeAccount } from './deletion.ts';

/** The columns that the app's backend writes, by the name of its field. */
const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  locale: 'locale',
  isEmailVerified: 'is_email_verified',
  onboardingStatus: 'onboarding_status',
  refund_data_consent: 'refund_data_consent',
} as const satisfies Record<keyof AppProfile, keyof UsersTable>;

type Field = keyof AppProfile;
const fields = Object.keys(columns) as Field[];

const storedColumns = [
  'id',
  'external_id',
  ...Object.values(columns),
  'role',
  'status',
  'version',
  'store_account_token',
  'created_at',
  'updated_at',
] as const;
type Stored = Pick<Selectable<UsersTable>, (typeof storedColumns)[number]>;

export const messages = {
  created: 'User created',
  updated: 'User updated',
  unchanged: 'Nothing has changed',
} as const;

type Put = { externalId: string; profile: AppProfile; actor: Actor };
type PutResult = { user: AppUser; outcome: keyof typeof messages; kept: Field[] };

/**
 * Creates the user, or writes what the app sends for the first time or has changed. A value that it sent before does not
 * undo what an administrator has made of it. Throws 409 if the email belongs to another account, for an administrator, and
 * for a deleted account.
 */
export async function putAppUser(db: Db, { externalId, profile, actor }: Put, now: Date): Promise<PutResult> {
  const sent: AppProfile = { ...profile, email: toReadableAddress(profile.email) };
  return db
    .transaction()
    .execute(async (transaction) => {
      // Two calls for the same new user wait for each other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`app user ${externalId}`}, 0))`.execute(
        transaction,
      );
      await endLinksToOldAddress(transaction, { externalId, email: sent.email });
      const before = await transaction
        .selectFrom('users')
        .where('external_id', '=', externalId)
        .select([...storedColumns, 'app_values'])
        .forUpdate()
        .executeTakeFirst();
      return before
        ? update(transaction, { before, sent, actor }, now)
        : create(transaction, { externalId, sent, actor }, now);
    })
    .catch((error: unknown) => {
      // Another call took the address since it was looked up.
      if (error instanceof DatabaseError && error.constraint === 'users_email')
        throw createTaken('another user');
      throw error;
    });
}

/** Revokes mailed links, because the reader of the old address must not close the account. Locks them before the user. */
async function endLinksToOldAddress(
  transaction: Transaction<Database>,
  { externalId, email }: { externalId: string; email: string },
): Promise<void> {
  const moved = await transaction
    .selectFrom('users')
    .where('external_id', '=', externalId)
    .where('role', '=', 'user')
    .where(sql<boolean>`lower(email) <> lower(${email}) and app_values ->> 'email' is distinct from ${email}`)
    .select('id')
    .executeTakeFirst();
  if (moved) await revokeLinks(transaction, moved.id);
}

type Create = { externalId: string; sent: AppProfile; actor: Actor };

async function create(
  transaction: Transaction<Database>,
  { externalId, sent, actor }: Create,
  now: Date,
): Promise<PutResult> {
  await ensureFree(transaction, sent.email);
  const user = await transaction
    .insertInto('users')
    .values({
      first_name: sent.firstName,
      last_name: sent.lastName,
      email: sent.email,
      phone: sent.phone ?? null,
      locale: sent.locale ?? null,
      is_email_verified: sent.isEmailVerified ?? false,
      onboarding_status: sent.onboardingStatus ?? 'not_started',
      refund_data_consent: sent.refund_data_consent ?? false,
      external_id: externalId,
      app_values: JSON.stringify(toValues(sent)),
      password_hash: null,
      created_at: now,
      updated_at: now,
    })
    .returning(storedColumns)
    .executeTakeFirstOrThrow();
  const { id: userId, version } = user;
  await writeAuditEntry(transaction, { actor, action: 'user_created', userId, version }, now);
  return { user: toAppUser(user), outcome: 'created', kept: [] };
}

type Update = {
  before: Stored & Pick<Selectable<UsersTable>, 'app_values'>;
  sent: AppProfile;
  actor: Actor;
};

async function update(
  transaction: Transaction<Database>,
  { before, sent, actor }: Update,
  now: Date,
): Promise<PutResult> {
  ensureAppUser(before);
  if (before.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
  // A new address counts as unverified unless the app says otherwise.
  const isNewEmail = sent.email !== before.email && sent.email !== before.app_values.email;
  const values = toValues(isNewEmail ? { isEmailVerified: false, ...sent } : sent);
  const differing = fields.filter((field) => {
    const value = values[columns[field]];
    return value !== undefined && value !== before[columns[field]];
  });
  const isRepeated = (field: Field) =>
    values[columns[field]] === before.app_values[columns[field]] &&
    !(isNewEmail && field === 'isEmailVerified');
  const kept = differing.filter(isRepeated);
  const isNew = fields.some((field) => values[columns[field]] !== undefined && !isRepeated(field));
  if (!isNew) return { user: toAppUser(before), outcome: 'unchanged', kept };
  const changed = differing.filter((field) => !isRepeated(field));
  if (changed.includes('email')) await ensureFree(transaction, sent.email, before.id);
  const written = Object.fromEntries(changed.map((field) => [columns[field], values[columns[field]]]));
  const user = await transaction
    .updateTable('users')
    .set({
      ...written,
      app_values: JSON.stringify({ ...before.app_values, ...values }),
      ...(changed.length > 0 && { updated_at: now }),
    })
    .where('id', '=', before.id)
    .returning(storedColumns)
    .executeTakeFirstOrThrow();
  if (changed.length > 0) {
    const changes = changed.map((field) => {
      const [from, to] = [before, user].map((row) => row[columns[field]]);
      return { field: columns[field], from: toText(from), to: toText(to) };
    });
    const entry = { action: 'user_updated', userId: user.id, changes } as const;
    // A language or a verification makes no new version.
    const version = user.version === before.version ? {} : { version: user.version };
    await writeAuditEntry(transaction, { actor, ...entry, ...version }, now);
  }
  return { user: toAppUser(user), outcome: changed.length > 0 ? 'updated' : 'unchanged', kept };
}

/** Creates or updates the user of a row of a batch, and answers for a row that fails. */
export async function putAppUserRow(
  db: Db,
  { row, actor }: { row: Readonly<Record<string, unknown>>; actor: Actor },
  now: Date,
): Promise<BatchResult> {
  const externalId = typeof row.externalId === 'string' ? row.externalId : null;
  const failure = (status: number, message: string) => ({ externalId, status, message, id: null, kept: [] });
  if (Object.values(row).includes(UNSTORABLE))
    return failure(422, 'The row contains a character that can’t be stored.');
  const parsed = parseInput(batchRowSchema, row);
  if ('problem' in parsed) return failure(422, parsed.problem);
  const { externalId: id, ...profile } = parsed.output;
  try {
    const { user, outcome, kept } = await putAppUser(db, { externalId: id, profile, actor }, now);
    return { externalId, status: 200, message: messages[outcome], id: user.id, kept };
  } catch (error) {
    // Any other failure ends the batch, and the rows before it are stored.
    if (error instanceof Problem) return failure(error.status, error.message);
    throw error;
  }
}

/** Finds the user, also while the deletion of the account is under way. Throws 404. */
export async function findAppUser(db: Db, externalId: string): Promise<Stored> {
  const user = await db
    .selectFrom('users')
    .where('external_id', '=', externalId)
    .select(storedColumns)
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  return user;
}

/** Closes the account and mails its owner; nothing happens to a closed one. Throws 404, and 409 for an administrator. */
export async function deleteAppUser(
  db: Db,
  { externalId, actor }: { externalId: string; actor: Actor },
  now: Date,
): Promise<{ id: number }> {
  return db.transaction().execute(async (transaction) => {
    const user = await findAppUser(transaction, externalId);
    ensureAppUser(user);
    await closeAccount(transaction, { userId: user.id, actor }, now);
    return user;
  });
}

export function toAppUser(user: Stored): AppUser {
  return {
    id: user.id,
    externalId: user.external_id ?? '',
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    phone: user.phone,
    locale: user.locale,
    isEmailVerified: user.is_email_verified,
    onboardingStatus: user.onboarding_status,
    refund_data_consent: user.refund_data_consent,
    status: user.status,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
  };
}

/** What was sent, by column. */
function toValues(sent: AppProfile): Partial<Record<(typeof columns)[Field], AppValue>> {
  const entries = fields.map((field) => [columns[field], sent[field]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function toText(value: AppValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** An administrator's account is never the app's. */
function ensureAppUser({ role }: Pick<Stored, 'role'>): void {
  if (role === 'admin') throw new Problem(409, 'This account is an administrator’s.');
}

/** Throws 409 with whose the address is. */
async function ensureFree(
  transaction: Transaction<Database>,
  email: string,
  ownId: number | null = null,
): Promise<void> {
  const owner = await transaction
    .selectFrom('users')
    .where(isAddress('email', email))
    .where('id', 'is distinct from', ownId)
    .select(['role', 'status', 'external_id'])
    .executeTakeFirst();
  if (!owner) return;
  if (owner.role === 'admin') throw createTaken('an administrator');
  if (owner.status === 'deleted') throw createTaken('an account whose deletion is under way');
  throw createTaken(
    owner.external_id === null
      ? 'a user without an external ID'
      : `the user ${JSON.stringify(owner.external_id)}`,
  );
}

function createTaken(owner: string): Problem {
  return new Problem(409, `This email address belongs to ${owner}.`);
}
