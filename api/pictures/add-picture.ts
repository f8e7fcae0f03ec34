import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { getCopyPath } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';
import { convertPicture } from './convert.ts';

type Upload = { bytes: Buffer; uploadedBy: number };

/** The same bytes twice are one picture. Returns its stored address. Throws 422 and 503. */
export async function addPicture(
  db: Kysely<Database>,
  { bytes, uploadedBy }: Upload,
  now: Date,
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const upload = { uploaded_at: now, uploaded_by: uploadedBy };
  const known = await db
    .updateTable('pictures')
    .set(upload)
    .where('hash', '=', hash)
    .returning('width')
    .executeTakeFirst();
  if (known) return getCopyPath(hash, known.width);

  const { copies, ...picture } = await convertPicture(bytes);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('pictures')
      .values({ hash, ...picture, ...upload })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(upload))
      .execute();
    await transaction
      .insertInto('picture_copies')
      .values(copies.map((copy) => ({ hash, ...copy })))
      .onConflict((conflict) => conflict.columns(['hash', 'width']).doNothing())
      .execute();
  });
  return getCopyPath(hash, picture.width);
}
