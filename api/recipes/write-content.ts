import type { Transaction } from 'kysely';
import type { Change } from '#contract/audit.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeVersion } from '#contract/recipes/versions.ts';
import { recipeColumns, type StoredRecipe } from '../db/recipe-tables.ts';
import type { Database } from '../db/schema.ts';
import { type ContentField, findChangedFields, normaliseContent, toColumns, toContent } from './content.ts';
import { storeVersions } from './versions.ts';

type NewContent = { content: RecipeContent; savedBy: number | null; kind: RecipeVersion['kind'] };

/** A draft with its first version. The caller writes the audit entry. */
export async function insertDraft(
  transaction: Transaction<Database>,
  { content, savedBy, kind }: NewContent,
  now: Date,
): Promise<StoredRecipe> {
  const saved = await transaction
    .insertInto('recipes')
    .values({ ...toColumns(normaliseContent(content)), created_at: now, updated_at: now })
    .returning(recipeColumns)
    .executeTakeFirstOrThrow();
  await storeVersions(transaction, [{ saved, savedBy, kind, fields: [] }]);
  return saved;
}

/** A new version of a locked recipe; none, and no changes, for the same content. The caller writes the audit entry. */
export async function replaceContent(
  transaction: Transaction<Database>,
  { before, content, savedBy, kind }: NewContent & { before: StoredRecipe },
  now: Date,
): Promise<{ saved: StoredRecipe; changes: Change[] }> {
  const [old, normal] = [toContent(before), normaliseContent(content)];
  const fields = findChangedFields(old, normal);
  if (fields.length === 0) return { saved: before, changes: [] };
  const saved = await transaction
    .updateTable('recipes')
    .set({ ...toColumns(normal), version: before.version + 1, updated_at: now })
    .where('id', '=', before.id)
    .returning(recipeColumns)
    .executeTakeFirstOrThrow();
  await storeVersions(transaction, [{ saved, savedBy, kind, fields }]);
  return { saved, changes: describeChanges(old, normal, fields) };
}

const MAX_CHARACTERS = 100;

/** Changes for the audit log: short texts, and the number of items of long lists. The versions hold the rest. */
function describeChanges(
  before: RecipeContent,
  after: RecipeContent,
  fields: readonly ContentField[],
): Change[] {
  return fields.map((field) => ({
    field,
    from: shorten(before[field]),
    to: shorten(after[field]),
  }));
}

function shorten(value: RecipeContent[ContentField]): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return cut(String(value));
  const areShort = value.every((item) => typeof item === 'string' && item.length <= MAX_CHARACTERS);
  const list = areShort ? value.join(', ') : '';
  if (areShort && list.length <= MAX_CHARACTERS) return list;
  return value.length === 1 ? '1 item' : `${value.length} items`;
}

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
