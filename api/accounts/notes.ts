import type { Transaction } from 'kysely';
import { administratorName } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Page } from '../db/lists/page.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

/** One user has at most so many notes. */
export const MAX_NOTES = 100;

type Author = Extract<Actor, { kind: 'administrator' }>;

/** Lists the newest first, with the number of all. */
export async function readNotes(db: Db, userId: number, { offset, limit }: Page) {
  const [rows, { total }] = await Promise.all([
    selectNotes(db).where('user_id', '=', userId).orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    db
      .selectFrom('user_notes')
      .where('user_id', '=', userId)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** Throws 404, and 409 for an erased account or too many notes. The audit entry does not repeat the text. */
export async function writeNote(
  db: Db,
  { userId, text, actor }: { userId: number; text: string; actor: Author },
  now: Date,
) {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const notes = await transaction
      .selectFrom('user_notes')
      .where('user_id', '=', userId)
      .select('id')
      .limit(MAX_NOTES)
      .execute();
    if (notes.length >= MAX_NOTES) {
      throw new Problem(409, `This user already has ${MAX_NOTES} notes. Delete one first.`);
    }
    const { id } = await transaction
      .insertInto('user_notes')
      .values({ user_id: userId, written_at: now, written_by: actor.id, text })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAuditEntry(transaction, { actor, action: 'note_added', userId }, now);
    return selectNotes(transaction).where('user_notes.id', '=', id).executeTakeFirstOrThrow();
  });
}

/** Throws 404. */
export async function removeNote(
  db: Db,
  { userId, noteId, actor }: { userId: number; noteId: number; actor: Author },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('user_notes')
      .where('id', '=', noteId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw new Problem(404, 'Note not found.');
    await writeAuditEntry(transaction, { actor, action: 'note_deleted', userId }, now);
  });
}

function selectNotes(db: Db) {
  return db
    .selectFrom('user_notes')
    .select(['id', 'written_at', 'text', administratorName('user_notes.written_by').as('by')]);
}

/** An erasure deletes the notes: none may be written after it. */
async function lockUser(transaction: Transaction<Database>, userId: number): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.status', 'erased_at'])
    .forUpdate('users')
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  if (user.status === 'deleted' && user.erased_at !== null) {
    throw new Problem(409, 'This user’s personal data has been erased.');
  }
}
