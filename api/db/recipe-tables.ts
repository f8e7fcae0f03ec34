import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeVersion } from '#contract/recipes/versions.ts';
import type { JsonList, OptionalTimestamp, Timestamp } from './column-types.ts';

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

export type PicturesTable = {
  /** SHA-256 of the uploaded bytes, in hexadecimal digits. */
  hash: string;
  /** The size of the largest copy, in pixels. */
  width: number;
  height: number;
  placeholder: string;
  /** The last upload of these bytes. */
  uploaded_at: Date;
  uploaded_by: number | null;
};

export type PictureCopiesTable = { hash: string; width: number; bytes: Buffer };

/** Written by triggers of `recipes` and `pictures`. */
export type CatalogEntriesTable = {
  recipe_id: number;
  /** The driver reads a bigint as a text. */
  change: string;
  changed_at: Date;
  /** False: a tombstone. */
  is_published: boolean;
};

/** One row. */
export type CatalogFloorTable = {
  is_only: true;
  /** The highest number of a tombstone that was dropped. */
  change: string;
};
