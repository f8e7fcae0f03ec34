import { randomUUID } from 'node:crypto';
import { type AdministratorRole, roleNames } from '#contract/roles.ts';
import {
  changeAdministratorRole,
  createAdministratorAccount,
  deliverByMail,
  makePasswordLink,
  readAdministrators,
} from '../accounts/manage-administrators.ts';
import { restore, suspend } from '../accounts/suspension.ts';
import { issueOneTimeToken } from '../auth/one-time-tokens.ts';
import { resetSecondFactor } from '../auth/second-factor.ts';
import { StartError } from '../config/start-error.ts';
import type { Db, StoredUser } from '../db/schema.ts';
import { findUserByEmail } from '../db/user-by-email.ts';
import { linkLifetimeHours } from '../mail/queue.ts';

/** Each command returns the text to print. Throws StartError and Problem. */

const actor = { kind: 'command_line', requestId: null } as const;

/** The link is mailed, or printed on standard output. */
type LinkDelivery = { byMail: boolean; siteUrl: string };

export async function createAdministrator(
  db: Db,
  { email, role, ...delivery }: LinkDelivery & { email: string; role: AdministratorRole },
  now: Date,
): Promise<string> {
  const link = prepareLink(delivery);
  const person = { first_name: 'New', last_name: 'Administrator', email, administrator_role: role };
  const user = await createAdministratorAccount(db, { person, actor, deliver: link.deliver }, now);
  return `${user.email} is now an administrator with the role ${roleNames[role]}.\n${link.describe(user)}`;
}

export async function createAdministratorLink(
  db: Db,
  { email, ...delivery }: LinkDelivery & { email: string },
  now: Date,
): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  const link = prepareLink(delivery);
  await makePasswordLink(db, { user, actor, deliver: link.deliver }, now);
  return link.describe(user);
}

/** `describe` is for after the delivery. */
function prepareLink({ byMail, siteUrl }: LinkDelivery) {
  if (byMail) {
    const describe = ({ email }: StoredUser) =>
      `An email with a link to choose a password is queued for ${email}. It’s sent as soon as the server runs. If that takes more than an hour, or three days for an invitation, it’s deleted instead.\n`;
    return { deliver: deliverByMail, describe };
  }
  let token: string | null = null;
  // The operator delivers it.
  const deliver: typeof deliverByMail = async (transaction, { user: { id: userId } }, now) => {
    const carrier = { id: randomUUID(), created_at: now, byMail: false };
    token = await issueOneTimeToken(transaction, { userId, purpose: 'password_reset', carrier }, now);
    if (token === null) throw new StartError('A newer link is already on its way by email.');
  };
  const hours = linkLifetimeHours.password_reset;
  const describe = ({ email }: StoredUser) =>
    `${email} can choose a new password with this link. It works once, within ${hours} hour${hours === 1 ? '' : 's'}:\n${siteUrl}/reset-password?token=${token}\n`;
  return { deliver, describe };
}

export async function giveRole(
  db: Db,
  { email, role }: { email: string; role: AdministratorRole },
  now: Date,
): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  await changeAdministratorRole(db, { userId: user.id, role, actor }, now);
  return `${user.email} now has the role ${roleNames[role]}.\n`;
}

export async function suspendAdministrator(db: Db, email: string, now: Date): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  if (user.status === 'suspended') return `${user.email} was already suspended. Nothing was changed.\n`;
  await suspend(db, { userId: user.id, actor }, now);
  return `${user.email} is suspended and signed out everywhere.\n`;
}

export async function restoreAdministrator(db: Db, email: string, now: Date): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  if (user.status === 'active') return `${user.email} wasn’t suspended. Nothing was changed.\n`;
  await restore(db, { userId: user.id, actor }, now);
  return `${user.email} can sign in again.\n`;
}

export async function resetFactor(db: Db, email: string, now: Date): Promise<string> {
  const user = await findAdministratorByEmail(db, email);
  await resetSecondFactor(db, { user, actor }, now);
  return `${user.email} is signed out everywhere, and needs only the password to sign in again. An email tells them.\n`;
}

/** One line each: status, role, email address, name. */
export async function listAdministrators(db: Db): Promise<string> {
  const rows = await readAdministrators(db, new Date());
  if (rows.length === 0)
    return 'There are no administrators. Create one with: npm run admin -- create <email>\n';
  return rows
    .map(
      (row) =>
        `${row.status.padEnd(9)}  ${roleNames[row.administrator_role].padEnd(7)}  ${row.email}  ${row.first_name} ${row.last_name}\n`,
    )
    .join('');
}

async function findAdministratorByEmail(db: Db, email: string): Promise<StoredUser> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new StartError(`There’s no account for ${email}.`);
  if (user.role !== 'admin') throw new StartError(`${user.email} is an app user, not an administrator.`);
  return user;
}
