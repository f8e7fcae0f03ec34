import type { Kysely } from 'kysely';
import { countAttempt, throwTooManyAttempts } from '../auth/rate-limits.ts';
import type { Database } from '../db/schema.ts';
import { enqueueMail } from '../mail/queue.ts';

type RateLimitedMail =
  | { kind: 'password_reset'; address: string }
  | { kind: 'deletion_request'; address: string; reason: string | null };

/** The account is looked up later and a limited address gets the same answer: no account is revealed. Throws 429. */
export async function enqueueRateLimitedMail(
  db: Kysely<Database>,
  mail: RateLimitedMail,
  { client, now, onLimited }: { client: string; now: Date; onLimited: () => void },
): Promise<void> {
  const retryAt = await countAttempt(db, { limit: 'mailClient', subject: client }, now);
  if (retryAt) {
    onLimited();
    throwTooManyAttempts(retryAt, now);
  }
  const limit = mail.kind === 'password_reset' ? 'resetAddress' : 'deletionAddress';
  const isLimited = (await countAttempt(db, { limit, subject: mail.address }, now)) !== null;
  if (isLimited) onLimited();
  else await enqueueMail(db, mail, now);
}
