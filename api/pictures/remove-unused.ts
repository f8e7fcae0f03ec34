import { type Kysely, sql } from 'kysely';
import { hashInRecipe, hashInVersion } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';

/** An uploaded picture waits this long for the save of its recipe. */
export const UNUSED_MS = 86_400_000;

/** Those that no recipe has, kept or deleted, in any version. */
export async function removeUnusedPictures(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('pictures')
    .where('uploaded_at', '<=', new Date(now.getTime() - UNUSED_MS))
    .where(sql<boolean>`not exists (select from recipes where ${hashInRecipe} = pictures.hash)`)
    .where(sql<boolean>`not exists (select from recipe_versions where ${hashInVersion} = pictures.hash)`)
    .execute();
}
