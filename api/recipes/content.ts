import type { Insertable } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipesTable, recipeContentColumns, StoredRecipe } from '../db/recipe-tables.ts';

const contentFields = [
  'title',
  'description',
  'image_url',
  'preparation_time',
  'cooking_time',
  'servings',
  'meal_types',
  'ingredients',
  'steps',
  'nutritionValues',
  'feature_tags',
  'promotional_tags',
  'cuisine',
  'cookingMethod',
  'videoURL',
] as const satisfies readonly (keyof RecipeContent)[];

export type ContentField = (typeof contentFields)[number];

/** Texts without spaces around them. Two equal contents become equal JSON texts. */
export function normaliseContent(content: RecipeContent): RecipeContent {
  return {
    title: content.title.trim(),
    description: content.description.trim(),
    image_url: content.image_url?.trim() ?? null,
    preparation_time: content.preparation_time,
    cooking_time: content.cooking_time,
    servings: content.servings,
    meal_types: trimAll(content.meal_types),
    ingredients: content.ingredients.map(({ name, quantity, unit_type, is_primary }) => ({
      name: name.trim(),
      quantity: quantity.trim(),
      unit_type: unit_type.trim(),
      is_primary,
    })),
    steps: trimAll(content.steps),
    nutritionValues: content.nutritionValues.map(({ name, value }) => ({
      name: name.trim(),
      value: value.trim(),
    })),
    feature_tags: trimAll(content.feature_tags),
    promotional_tags: trimAll(content.promotional_tags),
    cuisine: content.cuisine?.trim() ?? null,
    cookingMethod: content.cookingMethod?.trim() ?? null,
    videoURL: content.videoURL?.trim() ?? null,
  };
}

/** The content of a stored recipe. */
export function toContent(row: Pick<StoredRecipe, (typeof recipeContentColumns)[number]>): RecipeContent {
  return normaliseContent({
    ...row,
    nutritionValues: row.nutrition_values,
    cookingMethod: row.cooking_method,
    videoURL: row.video_url,
  });
}

export function toColumns(content: RecipeContent) {
  const { nutritionValues, cookingMethod, videoURL, ingredients, ...columns } = content;
  return {
    ...columns,
    ingredients: JSON.stringify(ingredients),
    nutrition_values: JSON.stringify(nutritionValues),
    cooking_method: cookingMethod,
    video_url: videoURL,
  } satisfies Insertable<RecipesTable>;
}

export function findChangedFields(before: RecipeContent, after: RecipeContent): ContentField[] {
  return contentFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function trimAll(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim());
}
