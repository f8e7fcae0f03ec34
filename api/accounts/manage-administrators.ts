import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { writeAuditEntry } from '../audit/write.ts';
import { issueOneTimeToken } from '../auth/one-time-tokens.ts';
import { StartError } from '../config/start-error.ts';
import { type Database, type StoredUser, userColumns } from '../db/schema.ts';
import { findUserByEmail } from '../db/user-by-email.ts';
import { linkLifetimeHours } from '../mail/link-lifetime.ts';
import { enqueueMail } from '../mail/queue.ts';
import { restore, suspend } from './suspension.ts';

const actor = { kind: 'command_line', requestId: null } as const;
/** Delivers the link by mail, or prints it on standard output. */
export type LinkDelivery = { byMail: boolean; siteUrl: string };

/** Creates an administrator without a password. Returns a message with the link to choose one. Throws StartError. */
export async function createAdministrator(
  db: Kysely<Database>,
  { email, ...delivery }: LinkDelivery & { email: string },
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const created = await transaction
      .insertInto('users')
      .values({
        first_name: 'New',
        last_name: 'Administrator',
        email,
        role: 'admin',
        onboarding_status: 'completed',
        is_email_verified: false,
        phone: null,
        password_hash: null,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning(userColumns)
      .executeTakeFirst();
    if (!created) throw new StartError(`${email} has an account already; nothing was changed.`);
    const entry = { action: 'administrator_created', userId: created.id } as const;
    await writeAuditEntry(transaction, { actor, ...entry }, now);
    return `${created.email} is an administrator now.\n${await createPasswordLink(transaction, { user: created, delivery }, now)}`;
  });
}

/** Creates a password link; the old password works until its use. Returns the message to print. Throws StartError. */
export async function createAdministratorLink(
  db: Kysely<Database>,
  { email, ...delivery }: LinkDelivery & { email: string },
  now: Date,
): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  if (user.status !== 'active') {
    throw new StartError(`${user.email} is ${user.status}, and cannot sign in with any password.`);
  }
  return db.transaction().execute((transaction) => createPasswordLink(transaction, { user, delivery }, now));
}

async function createPasswordLink(
  transaction: Transaction<Database>,
  { user, delivery: { byMail, siteUrl } }: { user: StoredUser; delivery: LinkDelivery },
  now: Date,
): Promise<string> {
  await writeAuditEntry(transaction, { actor, action: 'password_link_made', userId: user.id }, now);
  if (byMail) {
    await enqueueMail(transaction, { kind: 'password_reset', address: user.email }, now);
    return `A mail with a link to a new password is queued for ${user.email}. It leaves as soon as the server runs, if that is within the hour.\n`;
  }
  // The operator delivers this token.
  const carrier = { id: randomUUID(), created_at: now, byMail: false };
  const token = await issueOneTimeToken(
    transaction,
    { userId: user.id, purpose: 'password_reset', carrier },
    now,
  );
  if (token === null) throw new StartError('A newer link is on its way by mail already.');
  const hours = linkLifetimeHours.password_reset;
  return `This link sets a new password for ${user.email}. It works once, for ${hours} hour${hours === 1 ? '' : 's'}:\n${siteUrl}/reset-password?token=${token}\n`;
}

/** Returns the message to print. Throws StartError, and Problem for the last administrator. */
export async function suspendAdministrator(db: Kysely<Database>, email: string, now: Date): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  if (user.status === 'suspended') return `${user.email} was suspended already; nothing was changed.\n`;
  await suspend(db, { userId: user.id, actor }, now);
  return `${user.email} is suspended, and signed out everywhere.\n`;
}

/** Returns the message to print. Throws StartError, and Problem for a deleted account. */
export async function restoreAdministrator(db: Kysely<Database>, email: string, now: Date): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  if (user.status === 'active') return `${user.email} was not suspended; nothing was changed.\n`;
  await restore(db, { userId: user.id, actor }, now);
  return `${user.email} can sign in again.\n`;
}

/** One line each: status, email address, name. */
export async function listAdministrators(db: Kysely<Database>): Promise<string> {
  const rows = await db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .select(['status', 'email', 'first_name', 'last_name'])
    .orderBy(sql`lower(email)`)
    .execute();
  if (rows.length === 0) return 'There is no administrator. Make one with: npm run admin -- create <email>\n';
  return rows
    .map((row) => `${row.status.padEnd(9)}  ${row.email}  ${row.first_name} ${row.last_name}\n`)
    .join('');
}

async function findAdministratorByEmail(db: Kysely<Database>, email: string): Promise<StoredUser> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new StartError(`No account has the address ${email}.`);
  if (user.role !== 'admin') throw new StartError(`${user.email} is an app user, not an administrator.`);
  return user;
}
