import type { Kysely, Selectable } from 'kysely';
import { issueOneTimeToken, tokenHours } from '../accounts/one-time-tokens.ts';
import { userByEmail } from '../accounts/users.ts';
import type { Database, MailsTable } from '../db/schema.ts';
import { type Letter, render } from './layout.ts';
import { accountDeleted, deletionRequest, passwordChanged, passwordReset } from './letters.ts';
import type { Message } from './transport.ts';

export type QueuedMail = Selectable<MailsTable>;
type Context = { db: Kysely<Database>; siteUrl: string };

/**
 * The message of a queued mail, with a new token where it carries one. null where nothing is to be sent: nobody has
 * that address, or the mail has had its day.
 */
export async function writeMail(context: Context, mail: QueuedMail, now: Date): Promise<Message | null> {
  const written = await letterOf(context, mail, now);
  return written && { id: mail.id, kind: mail.kind, to: written.to, ...render(written.letter) };
}

type Written = { to: string; letter: Letter };

async function letterOf(context: Context, mail: QueuedMail, now: Date): Promise<Written | null> {
  switch (mail.kind) {
    case 'password_reset':
      return resetLetter(context, mail, now);
    case 'deletion_request':
      return deletionLetter(context, mail, now);
    case 'password_changed':
      return { to: mail.address, letter: passwordChanged() };
    case 'account_deleted':
      return { to: mail.address, letter: accountDeleted() };
  }
}

async function resetLetter({ db, siteUrl }: Context, mail: QueuedMail, now: Date): Promise<Written | null> {
  const user = await userByEmail(db, mail.address);
  if (user?.status !== 'active') return null;
  const token = await issueOneTimeToken(db, user.id, 'password_reset', mail, now);
  if (token === null) return null;
  const address = `${siteUrl}/reset-password?token=${token}`;
  return { to: user.email, letter: passwordReset(address, tokenHours.password_reset) };
}

async function deletionLetter(
  { db, siteUrl }: Context,
  mail: QueuedMail,
  now: Date,
): Promise<Written | null> {
  const user = await userByEmail(db, mail.address);
  if (!user || user.status === 'deleted') return null;
  const token = await issueOneTimeToken(db, user.id, 'deletion_request', mail, now);
  if (token === null) return null;
  const request = { reason: mail.reason, requested_at: mail.created_at };
  await db
    .insertInto('account_deletions')
    .values({ user_id: user.id, ...request, confirmed_at: null, erased_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(request).where('account_deletions.confirmed_at', 'is', null),
    )
    .execute();
  return { to: user.email, letter: deletionRequest(`${siteUrl}/delete-account/${token}`) };
}
