import { type Kysely, sql } from 'kysely';
import { hashInRecipe, hashInVersion } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';
import { UNUSED_MS } from './remove-unused.ts';

type FoundCopy = {
  bytes: Buffer;
  /** False if every recipe with the picture, in any version, is deleted, and for an old one that no recipe has. */
  isPublic: boolean;
};

export async function findCopy(
  db: Kysely<Database>,
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
