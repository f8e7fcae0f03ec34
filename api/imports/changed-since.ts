import { type RawBuilder, sql } from 'kysely';

/**
 * Whether anybody changed a recipe after a row of an import had written it: its content, its picture or its tags, which
 * make a new version, or whether it is published, which the audit log tells. A condition on `recipes` and `import_rows`.
 */
export const isChangedSince: RawBuilder<boolean> = sql`(
  recipes.version is distinct from import_rows.recipe_version
  or exists (
    select from recipe_versions
    join audit_entries on audit_entries.recipe_ids @> array[recipes.id] and audit_entries.at > recipe_versions.saved_at
    where recipe_versions.recipe_id = recipes.id and recipe_versions.version = import_rows.recipe_version
      and audit_entries.action not in ('recipes_imported', 'import_undone')))`;
