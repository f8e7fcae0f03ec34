import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Change } from '#contract/audit.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { recipeLimits } from '#contract/recipes/rules.ts';
import { recipeColumns, type StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { getStateColumns, isAsAsked, type StateAction } from '../states.ts';
import { storeVersions } from '../versions.ts';

type Bulk = { recipes: readonly StoredRecipe[]; change: BulkAction; savedBy: number };

/** Changes locked recipes, and returns the ids of those that were not as asked. Throws 422 for too many tags. */
export async function applyChange(
  transaction: Transaction<Database>,
  { recipes, change, savedBy }: Bulk,
  now: Date,
): Promise<number[]> {
  return 'field' in change
    ? changeTags(transaction, { recipes, change, savedBy }, now)
    : changeStates(transaction, { recipes, action: change.action }, now);
}

async function changeStates(
  transaction: Transaction<Database>,
  { recipes, action }: { recipes: readonly StoredRecipe[]; action: StateAction },
  now: Date,
): Promise<number[]> {
  const ids = recipes.filter((recipe) => !isAsAsked(recipe, action)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await transaction.updateTable('recipes').set(getStateColumns(action, now)).where('id', 'in', ids).execute();
  return ids;
}

const stateChanges: Readonly<Record<StateAction, Change>> = {
  publish: { field: 'state', from: 'draft', to: 'published' },
  unpublish: { field: 'state', from: 'published', to: 'draft' },
  delete: { field: 'state', from: null, to: 'deleted' },
  restore: { field: 'state', from: 'deleted', to: null },
};

/** One change for all recipes: a tag that was added has no old value, one that was removed no new one. */
export function describeChange(change: BulkAction): Change {
  if (!('field' in change)) return stateChanges[change.action];
  const { action, field, value } = change;
  return action === 'add' ? { field, from: null, to: value } : { field, from: value, to: null };
}

type TagChange = Extract<BulkAction, { field: string }>;
type BulkTagChange = { recipes: readonly StoredRecipe[]; change: TagChange; savedBy: number };

/** Compares without case and accents, and removes every spelling. Returns the ids of the changed recipes. */
async function changeTags(
  transaction: Transaction<Database>,
  { recipes, change, savedBy }: BulkTagChange,
  now: Date,
): Promise<number[]> {
  // In the background all of them may have been deleted.
  if (recipes.length === 0) return [];
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
