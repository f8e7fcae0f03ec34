import type { Picture } from '#contract/pictures.ts';
import { getPictureUrl } from '../db/picture-urls.ts';
import type { StoredRecipe } from '../db/recipe-tables.ts';
import type { Db } from '../db/schema.ts';
import { readPictures } from '../pictures/uploaded-pictures.ts';
import { getState } from './states.ts';

type Answering = { db: Db; publicApiUrl: string };

/** The record of the contract. */
export async function toRecipeRecord(recipe: StoredRecipe, { db, publicApiUrl }: Answering) {
  const pictureOf = await readPictures({ db, publicApiUrl }, [recipe.image_url]);
  return {
    ...recipe,
    ...toPictureFields(recipe, { publicApiUrl, pictureOf }),
    state: getState(recipe),
    nutritionValues: recipe.nutrition_values,
    preparationTime: recipe.preparation_time,
    cookingMethod: recipe.cooking_method,
    videoURL: recipe.video_url,
    updated_at: recipe.updated_at.toISOString(),
    deleted_at: recipe.deleted_at?.toISOString() ?? null,
  };
}

type RowColumns = Pick<StoredRecipe, 'image_url' | 'published_at' | 'deleted_at' | 'updated_at'>;

/** The rows of a list, with one query for all their pictures. */
export async function toRecipeRows<Row extends RowColumns>(
  rows: readonly Row[],
  { db, publicApiUrl }: Answering,
) {
  const addresses = rows.map(({ image_url }) => image_url);
  const pictureOf = await readPictures({ db, publicApiUrl }, addresses);
  return rows.map((row) => ({
    ...row,
    ...toPictureFields(row, { publicApiUrl, pictureOf }),
    state: getState(row),
    updated_at: row.updated_at.toISOString(),
  }));
}

function toPictureFields(
  { image_url }: Pick<StoredRecipe, 'image_url'>,
  {
    publicApiUrl,
    pictureOf,
  }: { publicApiUrl: string; pictureOf: (imageUrl: string | null) => Picture | null },
) {
  return { image_url: getPictureUrl(publicApiUrl, image_url), picture: pictureOf(image_url) };
}

/** The answer of every call that reads or changes one recipe. */
export async function toRecipeAnswer(recipe: StoredRecipe, answering: Answering) {
  return { data: await toRecipeRecord(recipe, answering), version: recipe.version };
}
