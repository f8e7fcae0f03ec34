import type { Kysely, Transaction } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Database, StoredRecipe } from '../db/schema.ts';
import { findChangedFields, normaliseContent, toColumns, toContent } from './content.ts';
import { lockKeptRecipe } from './find.ts';
import { describeChanges } from './short-changes.ts';
import { readLastSave, readVersion, storeFirstVersions, storeVersions } from './versions.ts';

type Administrator = Actor & { kind: 'administrator' };

type LastSave = Pick<RecipeConflict, 'changedBy' | 'changedAt'>;

/** `stale`: a newer version exists, and nothing was saved. */
export type SaveResult = { saved: StoredRecipe } | { stale: StoredRecipe; lastSave: LastSave };

type Update = { recipeId: number; version: number; actor: Administrator };

/** Creates a draft. */
export async function createRecipe(
  db: Kysely<Database>,
  { content, actor }: { content: RecipeContent; actor: Administrator },
  now: Date,
): Promise<StoredRecipe> {
  const normal = normaliseContent(content);
  return db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .insertInto('recipes')
      .values({ ...toColumns(normal), created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeVersions(transaction, [{ saved, savedBy: actor.id, kind: 'created', fields: [] }]);
    const changes = [{ field: 'title', from: null, to: saved.title }];
    const entry = { actor, action: 'recipe_created', userId: null, recipeIds: [saved.id], changes } as const;
    await writeAuditEntry(transaction, entry, now);
    return saved;
  });
}

/** The same content makes no version. Throws 404, and 409 for a deleted recipe. */
export async function updateRecipe(
  db: Kysely<Database>,
  { content, ...update }: Update & { content: RecipeContent },
  now: Date,
): Promise<SaveResult> {
  return saveUnlessStale(db, update, (transaction, before) =>
    saveContent(transaction, { before, content, actor: update.actor, kind: 'saved' }, now),
  );
}

/** Saves the content of version `to` again. Throws 404, and 409 for a deleted recipe. */
export async function revertRecipe(
  db: Kysely<Database>,
  { to, ...update }: Update & { to: number },
  now: Date,
): Promise<SaveResult> {
  return saveUnlessStale(db, update, async (transaction, before) => {
    await storeFirstVersions(transaction, [before]);
    const content = await readVersion(transaction, before.id, to);
    return saveContent(transaction, { before, content, actor: update.actor, kind: 'reverted' }, now);
  });
}

async function saveUnlessStale(
  db: Kysely<Database>,
  { recipeId, version }: Update,
  save: (transaction: Transaction<Database>, before: StoredRecipe) => Promise<StoredRecipe>,
): Promise<SaveResult> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockKeptRecipe(transaction, recipeId);
    if (version !== before.version) {
      return { stale: before, lastSave: await readLastSave(transaction, before) };
    }
    return { saved: await save(transaction, before) };
  });
}

type ContentSave = {
  before: StoredRecipe;
  content: RecipeContent;
  actor: Administrator;
  kind: 'saved' | 'reverted';
};

async function saveContent(
  transaction: Transaction<Database>,
  { before, content, actor, kind }: ContentSave,
  now: Date,
): Promise<StoredRecipe> {
  const [old, normal] = [toContent(before), normaliseContent(content)];
  const fields = findChangedFields(old, normal);
  if (fields.length === 0) return before;
  await storeFirstVersions(transaction, [before]);
  const saved = await transaction
    .updateTable('recipes')
    .set({ ...toColumns(normal), version: before.version + 1, updated_at: now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeVersions(transaction, [{ saved, savedBy: actor.id, kind, fields }]);
  const action = kind === 'saved' ? 'recipe_updated' : 'recipe_reverted';
  const changes = describeChanges(old, normal, fields);
  const entry = { actor, action, userId: null, recipeIds: [saved.id], changes } as const;
  await writeAuditEntry(transaction, entry, now);
  return saved;
}
