import { sql, type Transaction } from 'kysely';
import type { AdministratorRole } from '#contract/roles.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { hasSecondFactor } from '../auth/second-factor.ts';
import { findIdleEnd, revokeSessions } from '../auth/sessions.ts';
import { type Database, type Db, type StoredUser, userColumns } from '../db/schema.ts';
import { findUserByEmail, toReadableAddress } from '../db/user-by-email.ts';
import { Problem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { isLastOwner } from './last-owner.ts';

/** How the link to a password reaches its owner. Someone without a password gets an invitation. */
type DeliverLink = (
  transaction: Transaction<Database>,
  link: { user: StoredUser; isInvitation: boolean; actor: Actor },
  now: Date,
) => Promise<void>;

type Person = Pick<StoredUser, 'first_name' | 'last_name' | 'email'> & {
  administrator_role: AdministratorRole;
};

/** A mail whose link begins to run out when it is sent. */
export const deliverByMail: DeliverLink = (transaction, { user, isInvitation, actor }, now) =>
  enqueueMail(
    transaction,
    {
      kind: isInvitation ? 'invitation' : 'password_reset',
      address: user.email,
      ...(isInvitation && actor.kind === 'administrator' && { invitedBy: actor.id }),
    },
    now,
  );

/** Creates an administrator without a password, and a link to choose one. Throws 409 if the address has an account. */
export async function createAdministratorAccount(
  db: Db,
  { person, actor, deliver }: { person: Person; actor: Actor; deliver: DeliverLink },
  now: Date,
): Promise<StoredUser> {
  const email = toReadableAddress(person.email);
  const taken = new Problem(409, `${email} already has an account. Nothing was changed.`);
  return db.transaction().execute(async (transaction) => {
    if (await findUserByEmail(transaction, email)) throw taken;
    const created = await transaction
      .insertInto('users')
      .values({
        ...person,
        email,
        role: 'admin',
        onboarding_status: 'not_started',
        is_email_verified: false,
        phone: null,
        password_hash: null,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning(userColumns)
      .executeTakeFirst();
    if (!created) throw taken;
    const changes = [{ field: 'administrator_role', from: null, to: person.administrator_role }];
    const entry = { actor, action: 'administrator_created', userId: created.id, changes } as const;
    await writeAuditEntry(transaction, entry, now);
    await makeLink(transaction, { user: created, actor, deliver }, now);
    return created;
  });
}

/** A link to a new password; the old one works until its use. Throws 409 unless the administrator is active. */
export async function makePasswordLink(
  db: Db,
  { user, actor, deliver }: { user: StoredUser; actor: Actor; deliver: DeliverLink },
  now: Date,
): Promise<void> {
  if (user.status !== 'active') {
    throw new Problem(409, `${user.email} is ${user.status} and can’t sign in with any password.`);
  }
  await db.transaction().execute((transaction) => makeLink(transaction, { user, actor, deliver }, now));
}

async function makeLink(
  transaction: Transaction<Database>,
  { user, actor, deliver }: { user: StoredUser; actor: Actor; deliver: DeliverLink },
  now: Date,
): Promise<void> {
  await writeAuditEntry(transaction, { actor, action: 'password_link_made', userId: user.id }, now);
  const { password_hash } = await transaction
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  await deliver(transaction, { user, isInvitation: password_hash === null, actor }, now);
}

/** Throws 404 for an app user and a deleted account. */
export async function findAdministrator(db: Db, id: number): Promise<StoredUser> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('status', '!=', 'deleted')
    .select(userColumns)
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'Administrator not found.');
  return user;
}

/**
 * Gives an administrator another role and ends their sessions, so that no page of theirs goes on with the old one. Repeating
 * it changes nothing. Throws 404, and 409 for the last owner.
 */
export async function changeAdministratorRole(
  db: Db,
  { userId, role, actor }: { userId: number; role: AdministratorRole; actor: Actor },
  now: Date,
): Promise<StoredUser> {
  return db.transaction().execute(async (transaction) => {
    // The owners are locked before the row of the user: two owners who demote each other lock in the same order.
    const isLast = await isLastOwner(transaction, userId);
    const user = await findAdministrator(transaction, userId);
    const { administrator_role: before } = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select('administrator_role')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before === role) return user;
    if (isLast) throw new Problem(409, 'This is the only owner. Make someone else an owner first.');
    await transaction
      .updateTable('users')
      .set({ administrator_role: role, updated_at: now })
      .where('id', '=', userId)
      .execute();
    const changes = [{ field: 'administrator_role', from: before, to: role }];
    const entry = { actor, action: 'administrator_role_changed', userId, changes } as const;
    await writeAuditEntry(transaction, entry, now);
    await revokeSessions(transaction, { userId }, now);
    return user;
  });
}

/** Lists them by email, without deleted ones; each with the sessions that are open at `now`. */
export async function readAdministrators(db: Db, now: Date, idleMinutes = 0) {
  const isUsed = sql`last_used_at > ${findIdleEnd(idleMinutes, now) ?? new Date(0)}`;
  return db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '!=', 'deleted')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('sessions')
          .whereRef('sessions.user_id', '=', 'users.id')
          .select([
            sql<Date | null>`max(last_used_at)`.as('last_used_at'),
            sql<number>`(count(*) filter (where revoked_at is null and expires_at > ${now} and ${isUsed}))::integer`.as(
              'sessions',
            ),
          ])
          .as('used'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'first_name', 'last_name', 'email', 'last_used_at'])
    .select([
      // No administrator is without one.
      sql<AdministratorRole>`administrator_role`.as('administrator_role'),
      sql<'active' | 'suspended'>`status`.as('status'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      hasSecondFactor.as('hasSecondFactor'),
      sql<number>`coalesce(sessions, 0)`.as('sessions'),
    ])
    .orderBy(sql`lower(email)`)
    .execute();
}
