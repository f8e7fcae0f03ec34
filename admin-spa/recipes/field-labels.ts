import type { FormField } from './editor/state/recipe-form.ts';

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
