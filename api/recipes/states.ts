import type { Updateable } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { RecipeState } from '#contract/recipes/records.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { type RecipesTable, recipeColumns, type StoredRecipe } from '../db/recipe-tables.ts';
import type { Db } from '../db/schema.ts';
import { lockKeptRecipe, lockRecipe } from './find.ts';

export type StateAction = 'publish' | 'unpublish' | 'delete' | 'restore';

const auditActions = {
  publish: 'recipe_published',
  unpublish: 'recipe_unpublished',
  delete: 'recipe_deleted',
  restore: 'recipe_restored',
} as const satisfies Record<StateAction, AuditAction>;

export function getState({
  published_at,
  deleted_at,
}: Pick<StoredRecipe, 'published_at' | 'deleted_at'>): RecipeState {
  if (deleted_at) return 'deleted';
  return published_at ? 'published' : 'draft';
}

export function getStateColumns(action: StateAction, now: Date): Updateable<RecipesTable> {
  const columns = {
    publish: { published_at: now },
    unpublish: { published_at: null },
    delete: { deleted_at: now },
    restore: { deleted_at: null },
  } as const satisfies Record<StateAction, Updateable<RecipesTable>>;
  return { ...columns[action], state_changed_at: now };
}

/** Whether the recipe is already as the action would make it. */
export function isAsAsked({ published_at, deleted_at }: StoredRecipe, action: StateAction): boolean {
  if (action === 'publish' || action === 'unpublish')
    return (published_at !== null) === (action === 'publish');
  return (deleted_at !== null) === (action === 'delete');
}

/** Repeating it changes nothing. Throws 404, and 409 if a deleted recipe is to be published or unpublished. */
export async function changeState(
  db: Db,
  { recipeId, action, actor }: { recipeId: number; action: StateAction; actor: Actor },
  now: Date,
): Promise<StoredRecipe> {
  const needsKeptRecipe = action === 'publish' || action === 'unpublish';
  return db.transaction().execute(async (transaction) => {
    const lock = needsKeptRecipe ? lockKeptRecipe : lockRecipe;
    const before = await lock(transaction, recipeId);
    if (isAsAsked(before, action)) return before;
    const after = await transaction
      .updateTable('recipes')
      .set(getStateColumns(action, now))
      .where('id', '=', recipeId)
      .returning(recipeColumns)
      .executeTakeFirstOrThrow();
    const changes = [{ field: 'state', from: getState(before), to: getState(after) }];
    const entry = { actor, action: auditActions[action], userId: null, recipeIds: [recipeId], changes };
    await writeAuditEntry(transaction, entry, now);
    return after;
  });
}

const DAY_MS = 86_400_000;
const RESTORABLE_DAYS = 30;

/** Removes what was deleted 30 days ago, with its versions (cascade). */
export async function removeDeletedRecipes(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('recipes')
      .where('deleted_at', '<=', new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS))
      .returning(['id', 'title'])
      .execute();
    if (removed.length === 0) return;
    const actor = { kind: 'housekeeping', requestId: null } as const;
    const changes = removed.map(({ title }) => ({ field: 'title', from: title, to: null }));
    const recipeIds = removed.map(({ id }) => id);
    await writeAuditEntry(
      transaction,
      { actor, action: 'recipes_removed', userId: null, recipeIds, changes },
      now,
    );
  });
}
