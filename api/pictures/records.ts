import { type Kysely, sql } from 'kysely';
import type { Picture } from '#contract/pictures.ts';
import { getCopyPath, getPictureUrl, PICTURES_PATH } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';

type Reading = { db: Kysely<Database>; publicApiUrl: string };

/** The records of the uploaded pictures among some stored addresses, with one query. */
export async function readPictures(
  { db, publicApiUrl }: Reading,
  imageUrls: readonly (string | null)[],
): Promise<(imageUrl: string | null) => Picture | null> {
  const hashes = imageUrls.map(findHash).filter((hash) => hash !== null);
  const rows = hashes.length === 0 ? [] : await selectPictures(db, [...new Set(hashes)]);
  const pictures = new Map(rows.map((row) => [row.hash, toPicture(row, publicApiUrl)]));
  return (imageUrl) => pictures.get(findHash(imageUrl) ?? '') ?? null;
}

/** Only in our own paths: another site may have the same. */
function findHash(imageUrl: string | null): string | null {
  if (!imageUrl?.startsWith(PICTURES_PATH)) return null;
  return imageUrl.slice(PICTURES_PATH.length).match(/^([0-9a-f]{64})\//)?.[1] ?? null;
}

async function selectPictures(db: Kysely<Database>, hashes: string[]) {
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
