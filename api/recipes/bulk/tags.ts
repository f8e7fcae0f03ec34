import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { BulkAction } from '#contract/recipes/list.ts';
import { recipeLimits } from '#contract/recipes/rules.ts';
import { recipeColumns, type StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { storeVersions } from '../versions.ts';

type TagChange = Extract<BulkAction, { field: string }>;
type BulkTagChange = { recipes: readonly StoredRecipe[]; change: TagChange; savedBy: number };

/** Compares without case and accents, and removes every spelling. Returns the ids of the changed recipes. */
export async function changeTags(
  transaction: Transaction<Database>,
  { recipes, change, savedBy }: BulkTagChange,
  now: Date,
): Promise<number[]> {
  const { field } = change;
  const ids = recipes.map(({ id }) => id);
  const saved = await transaction
    .updateTable('recipes')
    .set(({ eb }) => ({
      [field]: toNewTags(change),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', 'in', ids)
    .where(isAffected(change))
    .returning(recipeColumns)
    .execute();
  if (change.action === 'add' && saved.some((recipe) => recipe[field].length > recipeLimits.tags)) {
    const message = `A recipe can have at most ${recipeLimits.tags} of these tags. Nothing was changed.`;
    throw new Problem(422, message);
  }
  const kind = 'changed_in_bulk';
  await storeVersions(
    transaction,
    saved.map((recipe) => ({ saved: recipe, savedBy, kind, fields: [field] })),
  );
  return saved.map(({ id }) => id);
}

function isAffected({ action, field, value }: TagChange): RawBuilder<boolean> {
  const has = sql<boolean>`fold_texts(${sql.ref(field)}) @> array[fold(btrim(${value}::text))]`;
  return action === 'remove' ? has : sql<boolean>`not (${has})`;
}

function toNewTags({ action, field, value }: TagChange): RawBuilder<string[]> {
  if (action === 'add') return sql<string[]>`array_append(${sql.ref(field)}, btrim(${value}::text))`;
  return sql<string[]>`(
    select coalesce(array_agg(item order by place), '{}')
    from unnest(${sql.ref(field)}) with ordinality as listed (item, place)
    where fold(btrim(item)) <> fold(btrim(${value}::text)))`;
}
