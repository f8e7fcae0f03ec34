import type { Kysely } from 'kysely';
import { importLimits } from '#contract/recipes/imports.ts';
import type { Database } from '../db/schema.ts';

const DAY_MS = 86_400_000;

/** Deletes an import with its files and rows when it cannot be undone anymore. Its recipes stay. One that is worked on stays too. */
export async function removeOldImports(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - importLimits.undoDays * DAY_MS);
  await db
    .deleteFrom('recipe_imports')
    .where(({ eb, or }) =>
      or([eb('state', 'not in', ['reading', 'importing', 'undoing']), eb('given_up_at', 'is not', null)]),
    )
    .where(({ eb, or, and }) =>
      or([eb('undo_until', '<=', now), and([eb('undo_until', 'is', null), eb('created_at', '<=', before)])]),
    )
    .execute();
}
