import { sql } from 'kysely';
import { readEmailAddress } from '#contract/email-address.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Page } from '../db/lists/page.ts';
import { countUpToLimit } from '../db/lists/read-list.ts';
import type { Db } from '../db/schema.ts';
import { findUserByEmail, isAddress } from '../db/user-by-email.ts';
import { Problem } from '../http/problem.ts';

const fromGivenUp = sql`from mails where given_up_at is not null`;

/** Lists the newest first, and how many there are: exactly, or at least 10,000. */
export async function readGivenUpMails(db: Db, { offset, limit }: Page) {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('mails')
      .where('given_up_at', 'is not', null)
      .select(['id', 'kind', 'address', sql<Date>`given_up_at`.as('given_up_at'), 'last_error', 'attempts'])
      .orderBy('given_up_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
    countUpToLimit(db, fromGivenUp),
  ]);
  return { rows: await addUserIds(db, rows), total };
}

async function addUserIds<Row extends { address: string }>(db: Db, rows: readonly Row[]) {
  const users = await db
    .selectFrom('users')
    .where((where) => where.or(rows.map(({ address }) => isAddress('email', address))))
    .select(['id', 'email'])
    .execute();
  const keyOf = (address: string) => (readEmailAddress(address) ?? address).toLowerCase();
  const ids = new Map(users.map(({ id, email }) => [keyOf(email), id]));
  return rows.map((row) => ({ ...row, user_id: ids.get(keyOf(row.address)) ?? null }));
}

/** Up to 10,000. */
export async function countGivenUpMails(db: Db): Promise<number> {
  return (await countUpToLimit(db, fromGivenUp)).count;
}

/**
 * Sends it as a new mail: the time of its link begins now, and the links of its earlier attempts die. Throws 404 if it
 * was retried already or removed.
 */
export async function retryGivenUpMail(
  db: Db,
  { id, actor }: { id: string; actor: Actor },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const mail = await transaction
      .updateTable('mails')
      .set({
        id: sql<string>`gen_random_uuid()`,
        created_at: now,
        due_at: now,
        attempts: 0,
        last_error: null,
        given_up_at: null,
      })
      .where('id', '=', id)
      .where('given_up_at', 'is not', null)
      .returning(['kind', 'address'])
      .executeTakeFirst();
    if (!mail) throw new Problem(404, 'This email was already sent again, or it was removed.');
    const user = await findUserByEmail(transaction, mail.address);
    const changes = [{ field: 'mail', from: null, to: mail.kind }];
    const entry = { actor, action: 'mail_retried', userId: user?.id ?? null, changes } as const;
    await writeAuditEntry(transaction, entry, now);
  });
}

/** The first pattern that occurs in the summary of a failure decides. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/RCPT TO/, 'The mail server refused the recipient’s address.'],
  [/EAUTH|AUTH/, 'The mail server refused the sign-in of this server.'],
  [/MAIL FROM/, 'The mail server refused the sender’s address.'],
  [/ETIMEDOUT|TimeoutError|AbortError|ABORT_ERR/, 'The mail server didn’t answer in time.'],
  [/EDNS|ENOTFOUND|ECONN|ESOCKET|ETLS|EHOSTUNREACH|CONN/, 'The mail server couldn’t be reached.'],
  [/DATA|EMESSAGE|EENVELOPE/, 'The mail server refused the email.'],
];

/** A sentence for the summary of a failure that the queue keeps, with the mail server's number, such as 550. */
export function explainMailFailure(summary: string | null): string {
  const found = sentences.find(([pattern]) => pattern.test(summary ?? ''));
  if (!found) return 'The email couldn’t be sent. The log of the server says why.';
  const [, code] = /\b([45]\d\d)\b/.exec(summary ?? '') ?? [];
  return code === undefined ? found[1] : `${found[1].slice(0, -1)} (${code}).`;
}
