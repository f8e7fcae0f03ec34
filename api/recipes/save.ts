import type { Transaction } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { StoredRecipe } from '../db/recipe-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { lockKeptRecipe } from './find.ts';
import { readLastSave, readVersion } from './versions.ts';
import { insertDraft, replaceContent } from './write-content.ts';

type Administrator = Actor & { kind: 'administrator' };

type LastSave = Pick<RecipeConflict, 'changedBy' | 'changedAt'>;

/** `stale`: a newer version exists, and nothing was saved. */
export type SaveResult = { saved: StoredRecipe } | { stale: StoredRecipe; lastSave: LastSave };

type Update = { recipeId: number; version: number; actor: Administrator };

/** Creates a draft. */
export async function createRecipe(
  db: Db,
  { content, actor }: { content: RecipeContent; actor: Administrator },
  now: Date,
): Promise<StoredRecipe> {
  return db.transaction().execute(async (transaction) => {
    const saved = await insertDraft(transaction, { content, savedBy: actor.id, kind: 'created' }, now);
    const changes = [{ field: 'title', from: null, to: saved.title }];
    const entry = { actor, action: 'recipe_created', userId: null, recipeIds: [saved.id], changes } as const;
    await writeAuditEntry(transaction, entry, now);
    return saved;
  });
}

/** The same content makes no version. Throws 404, and 409 for a deleted recipe. */
export async function updateRecipe(
  db: Db,
  { content, ...update }: Update & { content: RecipeContent },
  now: Date,
): Promise<SaveResult> {
  return saveUnlessStale(db, update, (transaction, before) =>
    saveContent(transaction, { before, content, actor: update.actor, kind: 'saved' }, now),
  );
}

/** Saves the content of version `to` again. Throws 404, and 409 for a deleted recipe. */
export async function revertRecipe(
  db: Db,
  { to, ...update }: Update & { to: number },
  now: Date,
): Promise<SaveResult> {
  return saveUnlessStale(db, update, async (transaction, before) => {
    const content = await readVersion(transaction, before.id, to);
    return saveContent(transaction, { before, content, actor: update.actor, kind: 'reverted' }, now);
  });
}

async function saveUnlessStale(
  db: Db,
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
  const { saved, changes } = await replaceContent(
    transaction,
    { before, content, savedBy: actor.id, kind },
    now,
  );
  if (changes.length === 0) return before;
  const action = kind === 'saved' ? 'recipe_updated' : 'recipe_reverted';
  const entry = { actor, action, userId: null, recipeIds: [saved.id], changes } as const;
  await writeAuditEntry(transaction, entry, now);
  return saved;
}
