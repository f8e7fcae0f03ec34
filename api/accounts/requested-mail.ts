import type { Kysely } from 'kysely';
import { countAttempt, throwRateLimited } from '../auth/rate-limits.ts';
import type { Database } from '../db/schema.ts';
import { enqueueMail } from '../mail/queue.ts';

type RequestedMail =
  | { kind: 'password_reset'; address: string }
  | { kind: 'deletion_request'; address: string; reason: string | null };

/**
 * Queues a mail that any visitor may request. The account is looked up when the mail leaves, so that the answer tells
 * nothing about it. An address over its rate limit gets no mail, and the answer stays the same. Throws 429 for a client
 * over its rate limit. `onLimited` is called in both cases.
 */
export async function enqueueRequestedMail(
  db: Kysely<Database>,
  mail: RequestedMail,
  { client, now, onLimited }: { client: string; now: Date; onLimited: () => void },
): Promise<void> {
  const opens = await countAttempt(db, { limit: 'mailClient', subject: client }, now);
  if (opens) {
    onLimited();
    throwRateLimited(opens, now);
  }
  const limit = mail.kind === 'password_reset' ? 'resetAddress' : 'deletionAddress';
  const isEnough = (await countAttempt(db, { limit, subject: mail.address }, now)) !== null;
  if (isEnough) onLimited();
  else await enqueueMail(db, mail, now);
}
