import type { FormField, IngredientValue, NutritionRow, RecipeForm } from '../state/recipe-form.ts';

export const fieldLabels: Readonly<Record<FormField, string>> = {
  title: 'Title',
  description: 'Description',
  image_url: 'Picture address',
  videoURL: 'Video address',
  cuisine: 'Cuisine',
  cookingMethod: 'Cooking method',
  preparation_time: 'Preparation (minutes)',
  cooking_time: 'Cooking (minutes)',
  servings: 'Servings',
  meal_types: 'Meal types',
  feature_tags: 'Feature tags',
  promotional_tags: 'Promotional tags',
  ingredients: 'Ingredients',
  steps: 'Preparation steps',
  nutritionValues: 'Nutrition values',
};

/** A line for each row of a list. */
export function linesOf(form: RecipeForm, field: FormField): string[] {
  const value = form[field];
  return typeof value === 'string' ? [value].filter(Boolean) : value.map(lineOf);
}

function lineOf(item: string | IngredientValue | NutritionRow): string {
  if (typeof item === 'string') return item;
  if ('value' in item) return `${item.name} ${item.value}`;
  const { name, quantity, unit_type, is_primary } = item;
  return [quantity, unit_type, name, is_primary ? '' : '(optional)'].filter(Boolean).join(' ');
}
