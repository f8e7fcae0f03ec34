import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ImportChoice, ImportResult, ImportState } from '#contract/recipes/imports.ts';
import type { RecipeVersion } from '#contract/recipes/versions.ts';
import type { JobColumns, JsonList, OptionalTimestamp, Timestamp } from './column-types.ts';

export type RecipesTable = {
  id: GeneratedAlways<number>;
  title: string;
  description: string;
  /** An absolute URL or a path below the API (`api/db/picture-urls.ts`). */
  image_url: string | null;
  /** Both times are seconds. */
  preparation_time: number;
  cooking_time: number;
  servings: number | null;
  meal_types: string[];
  ingredients: JsonList<RecipeContent['ingredients'][number]>;
  steps: string[];
  nutrition_values: JsonList<RecipeContent['nutritionValues'][number]>;
  feature_tags: string[];
  promotional_tags: string[];
  cuisine: string | null;
  cooking_method: string | null;
  video_url: string | null;
  /** Counts the saves. */
  version: Generated<number>;
  created_at: Timestamp;
  /** The last save: publishing and deleting do not count. */
  updated_at: Timestamp;
  search_text: GeneratedAlways<string>;
  /** null for a draft. A deleted recipe keeps it. */
  published_at: OptionalTimestamp;
  deleted_at: OptionalTimestamp;
  /** null for a draft that was never published, unpublished, deleted or restored. */
  state_changed_at: OptionalTimestamp;
};

export const recipeContentColumns = [
  'title',
  'description',
  'image_url',
  'preparation_time',
  'cooking_time',
  'servings',
  'meal_types',
  'ingredients',
  'steps',
  'nutrition_values',
  'feature_tags',
  'promotional_tags',
  'cuisine',
  'cooking_method',
  'video_url',
] as const satisfies readonly (keyof RecipesTable)[];

/** What is read of a recipe: neither the column of the search nor the time that orders the list. */
export const recipeColumns = [
  'id',
  ...recipeContentColumns,
  'version',
  'updated_at',
  'published_at',
  'deleted_at',
] as const satisfies readonly (keyof RecipesTable)[];

export type StoredRecipe = Pick<Selectable<RecipesTable>, (typeof recipeColumns)[number]>;

export type RecipeVersionsTable = {
  recipe_id: number;
  version: number;
  saved_at: Date;
  /** null if no administrator did, as for the demo's recipes. */
  saved_by: number | null;
  kind: RecipeVersion['kind'];
  /** `image_url` as in `recipes`. */
  content: ColumnType<RecipeContent, string, never>;
  fields: string[];
};

export type ImportsTable = JobColumns & {
  id: GeneratedAlways<number>;
  state: Generated<ImportState>;
  created_at: Date;
  created_by: number | null;
  /** The audit names who started the current work, and by which call. */
  acted_by: ColumnType<number | null, undefined, number | null>;
  request_id: ColumnType<string | null, undefined, string | null>;
  finished_at: OptionalTimestamp;
  undo_until: OptionalTimestamp;
  message: ColumnType<string | null, string | null | undefined, string | null>;
};

export type ImportFilesTable = {
  id: GeneratedAlways<number>;
  import_id: number;
  name: string;
  /** The driver reads a bigint as a text. */
  bytes: ColumnType<string, number | undefined, number>;
  is_complete: Generated<boolean>;
};

export type ImportPiecesTable = { file_id: number; place: number; bytes: Buffer };

export type ImportRowsTable = {
  import_id: number;
  row: number;
  file: string;
  place: string;
  title: string;
  content: ColumnType<RecipeContent | null, string | null, string | null>;
  problems: JsonList<{ field: string; message: string; value: string }>;
  duplicate_ids: Generated<number[]>;
  is_repeated: Generated<boolean>;
  choice: Generated<ImportChoice>;
  result: Generated<ImportResult>;
  recipe_id: ColumnType<number | null, undefined, number | null>;
  recipe_version: ColumnType<number | null, undefined, number | null>;
  is_audited: Generated<boolean>;
  message: ColumnType<string | null, undefined, string | null>;
};
