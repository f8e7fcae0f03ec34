import { sql, type Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import { importLimits } from '#contract/recipes/imports.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { importNotFound, lockImport } from './records.ts';

const PIECE_BYTES = 1024 * 1024;
const FOREIGN_KEY_VIOLATION = '23503';

type NewFile = {
  importId: number;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Asked again when all bytes have arrived. Throws what refuses them. */
  authorise: (transaction: Transaction<Database>) => Promise<void>;
};
type Piece = { file_id: number; place: number; bytes: Buffer };

/**
 * Stores a file in pieces, so that it is never in memory whole. A file that fails leaves nothing. Throws 404, 409, 413
 * and what `authorise` throws.
 */
export async function addFile(
  db: Db,
  { importId, name, bytes, authorise }: NewFile,
  now: Date,
): Promise<void> {
  const { id: fileId } = await startFile(db, { importId, name }, now);
  try {
    let place = 0;
    let total = 0;
    for await (const piece of toPieces(bytes)) {
      await storePiece(db, { file_id: fileId, place, bytes: piece });
      place += 1;
      total += piece.byteLength;
    }
    await finishFile(db, { importId, fileId, total, authorise });
  } catch (error) {
    await db.deleteFrom('import_files').where('id', '=', fileId).execute();
    throw error;
  }
}

async function startFile(db: Db, { importId, name }: { importId: number; name: string }, now: Date) {
  return db.transaction().execute(async (transaction) => {
    await lockForFiles(transaction, importId);
    const { count } = await transaction
      .selectFrom('import_files')
      .where('import_id', '=', importId)
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= importLimits.files) {
      throw new Problem(
        413,
        `An import can have at most ${importLimits.files} files. Put them into a ZIP file.`,
      );
    }
    // An import with files that arrive is not old.
    await transaction
      .updateTable('background_jobs')
      .set({ started_at: now })
      .where('id', '=', importId)
      .execute();
    return transaction
      .insertInto('import_files')
      .values({ import_id: importId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
}

/** Throws 404 when the import was discarded while its file arrived. */
async function storePiece(db: Db, piece: Piece): Promise<void> {
  try {
    await db.insertInto('import_pieces').values(piece).execute();
  } catch (error) {
    const isDiscarded = error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
    throw isDiscarded ? importNotFound() : error;
  }
}

/** Throws 404, and 409 when the files are being read or have been. */
async function lockForFiles(transaction: Transaction<Database>, importId: number): Promise<void> {
  const found = await lockImport(transaction, importId);
  if (found.state !== 'uploading') throw new Problem(409, 'You can’t add more files to this import.');
}

type ArrivedFile = Pick<NewFile, 'importId' | 'authorise'> & { fileId: number; total: number };

async function finishFile(db: Db, { importId, fileId, total, authorise }: ArrivedFile): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await authorise(transaction);
    // Two files that arrive together are counted one after the other.
    await lockForFiles(transaction, importId);
    await transaction
      .updateTable('import_files')
      .set({ bytes: total, is_complete: true })
      .where('id', '=', fileId)
      .execute();
    if ((await countBytes(transaction, importId)) > importLimits.bytes) throw new Problem(413, TOO_LARGE);
  });
}

export const TOO_LARGE = `The files of an import can have ${importLimits.bytes / 1_000_000} MB altogether. Split them.`;

async function countBytes(db: Db, importId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('import_files')
    .where('import_id', '=', importId)
    .where('is_complete', '=', true)
    .select(sql<number>`coalesce(sum(bytes), 0)::double precision`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

async function* toPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.byteLength;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** The complete files in the order in which they came. */
export async function listFiles(db: Db, importId: number) {
  const files = await db
    .selectFrom('import_files')
    .where('import_id', '=', importId)
    .where('is_complete', '=', true)
    .select(['id', 'name', 'bytes'])
    .orderBy('id')
    .execute();
  return files.map(({ id, name, bytes }) => ({
    name,
    bytes: Number(bytes),
    open: () => readPieces(db, id),
  }));
}

async function* readPieces(db: Db, fileId: number): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place += 1) {
    const piece = await db
      .selectFrom('import_pieces')
      .where('file_id', '=', fileId)
      .where('place', '=', place)
      .select('bytes')
      .executeTakeFirst();
    if (!piece) return;
    yield piece.bytes;
  }
}
