import { type RawBuilder, sql } from 'kysely';

/**
 * Whether anybody changed a recipe after a row of an import had written it. Its content, its picture and its tags make a
 * new version; publishing, unpublishing, deleting and restoring do not. A condition on `recipes`, `import_rows` and the
 * version of `recipe_versions` that the row wrote.
 */
export const isChangedSince: RawBuilder<boolean> = sql`(
  recipes.version is distinct from import_rows.recipe_version
  or coalesce(recipes.state_changed_at > recipe_versions.saved_at, false))`;

/** From `import_rows` to the tables of the condition. */
export const joinWritten: RawBuilder<unknown> = sql`
  join recipes on recipes.id = import_rows.recipe_id
  left join recipe_versions on recipe_versions.recipe_id = import_rows.recipe_id
    and recipe_versions.version = import_rows.recipe_version`;
