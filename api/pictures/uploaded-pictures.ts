import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Picture } from '#contract/pictures.ts';
import {
  getCopyPath,
  getPictureUrl,
  hashInRecipe,
  hashInVersion,
  PICTURES_PATH,
} from '../db/picture-urls.ts';
import type { Db } from '../db/schema.ts';
import { convertPicture } from './convert.ts';

type Upload = { bytes: Buffer; uploadedBy: number };

/** The same bytes twice are one picture. Returns its stored address. Throws 422 and 503. */
export async function addPicture(db: Db, { bytes, uploadedBy }: Upload, now: Date): Promise<string> {
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

/** The records of the uploaded pictures among some stored addresses, with one query. */
export async function readPictures(
  { db, publicApiUrl }: { db: Db; publicApiUrl: string },
  imageUrls: readonly (string | null)[],
): Promise<(imageUrl: string | null) => Picture | null> {
  const hashes = imageUrls.map(findHash).filter((hash) => hash !== null);
  const rows = hashes.length === 0 ? [] : await selectPictures(db, [...new Set(hashes)]);
  const pictures = new Map(rows.map((row) => [row.hash, toPicture(row, publicApiUrl)]));
  return (imageUrl) => pictures.get(findHash(imageUrl) ?? '') ?? null;
}

/** It looks only at our own paths: another site may have the same. */
function findHash(imageUrl: string | null): string | null {
  if (!imageUrl?.startsWith(PICTURES_PATH)) return null;
  return imageUrl.slice(PICTURES_PATH.length).match(/^([0-9a-f]{64})\//)?.[1] ?? null;
}

async function selectPictures(db: Db, hashes: string[]) {
  return db
    .selectFrom('pictures')
    .where('hash', 'in', hashes)
    .select(['hash', 'width', 'height', 'placeholder'])
    .select(
      sql<number[]>`array(select width from picture_copies where picture_copies.hash = pictures.hash
        order by width)`.as('widths'),
    )
    .execute();
}

type Row = Awaited<ReturnType<typeof selectPictures>>[number];

function toPicture({ hash, width, height, placeholder, widths }: Row, publicApiUrl: string): Picture {
  const urlOf = (copyWidth: number) => getPictureUrl(publicApiUrl, getCopyPath(hash, copyWidth)) ?? '';
  return {
    url: urlOf(width),
    width,
    height,
    placeholder,
    sources: widths.map((copyWidth) => ({ url: urlOf(copyWidth), width: copyWidth })),
  };
}

type FoundCopy = {
  bytes: Buffer;
  /** False if every recipe with the picture, in any version, is deleted, and for an old one that no recipe has. */
  isPublic: boolean;
};

export async function findCopy(
  db: Db,
  { hash, width }: { hash: string; width: number },
  now: Date,
): Promise<FoundCopy | null> {
  const isNew = sql<boolean>`pictures.uploaded_at > ${new Date(now.getTime() - UNUSED_MS)}`;
  const isKept = existsRecipe(hash, sql`recipes.deleted_at is null`);
  const isDeletedSince = existsRecipe(hash, sql`recipes.deleted_at >= pictures.uploaded_at`);
  const found = await db
    .selectFrom('picture_copies')
    .innerJoin('pictures', 'pictures.hash', 'picture_copies.hash')
    .where('picture_copies.hash', '=', hash)
    .where('picture_copies.width', '=', width)
    .select('bytes')
    .select(sql<boolean>`${isKept} or (${isNew} and not ${isDeletedSince})`.as('isPublic'))
    .executeTakeFirst();
  return found ?? null;
}

function existsRecipe(hash: string, condition: ReturnType<typeof sql>) {
  return sql<boolean>`(
    exists (select from recipes where ${hashInRecipe} = ${hash} and ${condition})
    or exists (select from recipe_versions join recipes on recipes.id = recipe_versions.recipe_id
      where ${hashInVersion} = ${hash} and ${condition}))`;
}

/** An uploaded picture waits this long for the save of its recipe. */
const UNUSED_MS = 86_400_000;

/** Removes the pictures that no recipe has, kept or deleted, in any version. */
export async function removeUnusedPictures(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('pictures')
    .where('uploaded_at', '<=', new Date(now.getTime() - UNUSED_MS))
    .where(sql<boolean>`not exists (select from recipes where ${hashInRecipe} = pictures.hash)`)
    .where(sql<boolean>`not exists (select from recipe_versions where ${hashInVersion} = pictures.hash)`)
    .execute();
}
