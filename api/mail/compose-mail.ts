import { issueOneTimeToken } from '../auth/one-time-tokens.ts';
import { getAbsoluteApiUrl } from '../db/picture-urls.ts';
import type { Db } from '../db/schema.ts';
import { findUserByEmail } from '../db/user-by-email.ts';
import { composeReminder, recordReminder } from '../purchases/payments/compose-reminder.ts';
import { type ComposedMail, type ComposeMail, linkLifetimeHours, type QueuedMail } from './queue.ts';
import { type MailContent, renderMail } from './render.ts';
import {
  accountDeletedMail,
  deletionRequestMail,
  deletionStoppedMail,
  type Inviter,
  invitationMail,
  newBrowserMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorAddedMail,
  secondFactorRemovedMail,
} from './templates.ts';

type ComposeServices = {
  db: Db;
  siteUrl: string;
  /** Absolute, or a path at `siteUrl`. */
  publicApiUrl?: string;
  /** The app's package name in Google Play; null if it is not connected. */
  googlePackage?: string | null;
  /** false drops payment reminders that wait. */
  reminders?: boolean;
};

/** Links begin with `siteUrl`. A mail with a link gets a new token at each attempt. */
export function createMailComposer(services: ComposeServices): ComposeMail {
  return async (mail, now) => {
    const composed = await composeLetter(services, mail, now);
    if (!composed) return null;
    const { content, ...addressed } = composed;
    return { id: mail.id, kind: mail.kind, ...addressed, ...renderMail(content) };
  };
}

type AddressedMail = Pick<ComposedMail, 'to' | 'refusalAddress' | 'recordSent'> & { content: MailContent };

async function composeLetter(
  services: ComposeServices,
  mail: QueuedMail,
  now: Date,
): Promise<AddressedMail | null> {
  switch (mail.kind) {
    case 'password_reset':
    case 'invitation':
      return composePasswordLetter(services, mail, now);
    case 'deletion_request':
      return composeDeletionLetter(services, mail, now);
    case 'password_changed':
      return { to: mail.address, content: passwordChangedMail() };
    case 'account_deleted':
      return { to: mail.address, content: accountDeletedMail() };
    case 'deletion_stopped':
      return { to: mail.address, content: deletionStoppedMail(`${services.siteUrl}/delete-account`) };
    case 'new_browser':
      return { to: mail.address, content: newBrowserMail(mail.device ?? '') };
    case 'second_factor_added':
      return { to: mail.address, content: secondFactorAddedMail() };
    case 'second_factor_removed':
      return { to: mail.address, content: secondFactorRemovedMail() };
    case 'payment_reminder':
      return composeReminderLetter(services, mail, now);
  }
}

async function composeReminderLetter(
  { db, siteUrl, publicApiUrl = '/api/v1', googlePackage = null, reminders = true }: ComposeServices,
  { reminder_id }: QueuedMail,
  now: Date,
): Promise<AddressedMail | null> {
  if (reminder_id === null) return null;
  const apiUrl = getAbsoluteApiUrl(publicApiUrl, siteUrl);
  const composed = await composeReminder({ db, apiUrl, googlePackage, reminders }, reminder_id, now);
  return composed && { ...composed, recordSent: (at) => recordReminder(db, reminder_id, at) };
}

/** An invitation is one until a password is chosen: then its link only resets the password. */
async function composePasswordLetter(
  { db, siteUrl }: ComposeServices,
  mail: QueuedMail,
  now: Date,
): Promise<AddressedMail | null> {
  const user = await findUserByEmail(db, mail.address);
  if (user?.status !== 'active') return null;
  const kind = mail.kind === 'invitation' ? 'invitation' : 'password_reset';
  const hours = linkLifetimeHours[kind];
  const token = await issueOneTimeToken(
    db,
    { userId: user.id, purpose: 'password_reset', carrier: mail, hours },
    now,
  );
  if (token === null) return null;
  const address = `${siteUrl}/reset-password?token=${token}`;
  if (kind === 'password_reset') return { to: user.email, content: passwordResetMail(address, hours) };
  const inviter = await findInviter(db, mail.invited_by);
  return { to: user.email, content: invitationMail({ address, hours, inviter, site: siteUrl }) };
}

async function findInviter(db: Db, id: number | null): Promise<Inviter | null> {
  if (id === null) return null;
  const found = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '!=', 'deleted')
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirst();
  return found
    ? { name: [found.first_name, found.last_name].filter(Boolean).join(' '), email: found.email }
    : null;
}

async function composeDeletionLetter(
  { db, siteUrl }: ComposeServices,
  mail: QueuedMail,
  now: Date,
): Promise<AddressedMail | null> {
  const user = await findUserByEmail(db, mail.address);
  if (!user || user.status === 'deleted') return null;
  const token = await issueOneTimeToken(
    db,
    { userId: user.id, purpose: 'deletion_request', carrier: mail },
    now,
  );
  if (token === null) return null;
  const request = { reason: mail.reason, requested_at: mail.created_at };
  await db
    .insertInto('account_deletions')
    .values({ user_id: user.id, ...request, confirmed_at: null, erased_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(request).where('account_deletions.confirmed_at', 'is', null),
    )
    .execute();
  return { to: user.email, content: deletionRequestMail(`${siteUrl}/delete-account/${token}`) };
}
