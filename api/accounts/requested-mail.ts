import type { Kysely } from 'kysely';
import { countAttempt, refuseUntil } from '../auth/rate-limits.ts';
import type { Database } from '../db/schema.ts';
import { postMail } from '../mail/queue.ts';

type AskedMail =
  | { kind: 'password_reset'; address: string }
  | { kind: 'deletion_request'; address: string; reason: string | null };

/**
 * Queues a mail that anybody may ask for. Whether somebody has this address is looked up when the mail leaves, so that
 * nothing here tells; an address that got enough of them gets no more for a while, which the client is not told either.
 * Throws 429 where one client asks too often. `onLimited` is called where either limit holds the mail back.
 */
export async function postAskedMail(
  db: Kysely<Database>,
  mail: AskedMail,
  { client, now, onLimited }: { client: string; now: Date; onLimited: () => void },
): Promise<void> {
  const opens = await countAttempt(db, { limit: 'mailClient', subject: client }, now);
  if (opens) {
    onLimited();
    refuseUntil(opens, now);
  }
  const limit = mail.kind === 'password_reset' ? 'resetAddress' : 'deletionAddress';
  const isEnough = (await countAttempt(db, { limit, subject: mail.address }, now)) !== null;
  if (isEnough) onLimited();
  else await postMail(db, mail, now);
}
