import type { Insertable } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { toOneLine } from '#contract/text.ts';
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

/** Texts without spaces around them, names on one line. Two equal contents become equal JSON texts. */
export function normaliseContent(content: RecipeContent): RecipeContent {
  return {
    title: toOneLine(content.title),
    description: content.description.trim(),
    image_url: content.image_url?.trim() ?? null,
    preparation_time: content.preparation_time,
    cooking_time: content.cooking_time,
    servings: content.servings,
    meal_types: content.meal_types.map(toOneLine),
    ingredients: content.ingredients.map(({ name, quantity, unit_type, is_primary }) => ({
      name: toOneLine(name),
      quantity: toOneLine(quantity),
      unit_type: toOneLine(unit_type),
      is_primary,
    })),
    steps: content.steps.map((step) => step.trim()),
    nutritionValues: content.nutritionValues.map(({ name, value }) => ({
      name: toOneLine(name),
      value: toOneLine(value),
    })),
    feature_tags: content.feature_tags.map(toOneLine),
    promotional_tags: content.promotional_tags.map(toOneLine),
    cuisine: content.cuisine === null ? null : toOneLine(content.cuisine),
    cookingMethod: content.cookingMethod === null ? null : toOneLine(content.cookingMethod),
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
