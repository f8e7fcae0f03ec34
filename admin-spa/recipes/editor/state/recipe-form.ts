import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeValues } from '#contract/recipes/list.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import { type Counted, knownSpelling, removeDoubles, valuesIn } from './spelling.ts';

export type IngredientValue = RecipeContent['ingredients'][number];
export type NutritionRow = RecipeContent['nutritionValues'][number];

export type TextField =
  | 'title'
  | 'description'
  | 'image_url'
  | 'videoURL'
  | 'cuisine'
  | 'cookingMethod'
  | 'preparation_time'
  | 'cooking_time'
  | 'servings';

export const tagFields = ['meal_types', 'feature_tags', 'promotional_tags'] as const;
export type TagField = (typeof tagFields)[number];

/** What is typed, without empty rows. Times are minutes. */
export type RecipeForm = Readonly<Record<TextField, string>> &
  Readonly<Record<TagField, readonly string[]>> & {
    readonly ingredients: readonly IngredientValue[];
    readonly steps: readonly string[];
    readonly nutritionValues: readonly NutritionRow[];
  };
export type FormField = keyof RecipeForm;

export const emptyForm: RecipeForm = {
  title: '',
  description: '',
  image_url: '',
  videoURL: '',
  cuisine: '',
  cookingMethod: '',
  preparation_time: '',
  cooking_time: '',
  servings: '',
  meal_types: [],
  feature_tags: [],
  promotional_tags: [],
  ingredients: [],
  steps: [],
  nutritionValues: [],
};

const text = (value: string | number | null) => (value === null ? '' : String(value));

export function formFrom(recipe: Recipe): RecipeForm {
  return {
    title: text(recipe.title),
    description: text(recipe.description),
    image_url: text(recipe.image_url),
    videoURL: text(recipe.videoURL),
    cuisine: text(recipe.cuisine),
    cookingMethod: text(recipe.cookingMethod),
    preparation_time: minutesText(recipe.preparation_time),
    cooking_time: minutesText(recipe.cooking_time),
    servings: text(recipe.servings),
    meal_types: recipe.meal_types,
    feature_tags: recipe.feature_tags,
    promotional_tags: recipe.promotional_tags,
    ingredients: recipe.ingredients.map(({ name, quantity, unit_type, is_primary }) => ({
      name,
      quantity: text(quantity),
      unit_type: text(unit_type),
      is_primary,
    })),
    steps: recipe.steps,
    nutritionValues: recipe.nutritionValues.map(({ name, value }) => ({ name, value: text(value) })),
  };
}

/** Seconds as loaded, or null. A time is sent unchanged unless its minutes were edited. */
export type LoadedSeconds = Readonly<Record<'preparation_time' | 'cooking_time', number | null>>;

export function contentFrom(form: RecipeForm, loaded: LoadedSeconds): RecipeContent {
  const optional = (value: string) => value.trim() || null;
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    image_url: optional(form.image_url),
    videoURL: optional(form.videoURL),
    cuisine: optional(form.cuisine),
    cookingMethod: optional(form.cookingMethod),
    preparation_time: secondsFrom(form.preparation_time, loaded.preparation_time),
    cooking_time: secondsFrom(form.cooking_time, loaded.cooking_time),
    servings: form.servings.trim() === '' ? null : Number(form.servings),
    meal_types: removeDoubles(form.meal_types),
    feature_tags: removeDoubles(form.feature_tags),
    promotional_tags: removeDoubles(form.promotional_tags),
    ingredients: form.ingredients.map(({ name, quantity, unit_type, is_primary }) => ({
      name: name.trim(),
      quantity: quantity.trim(),
      unit_type: unit_type.trim(),
      is_primary,
    })),
    steps: form.steps.map((step) => step.trim()),
    nutritionValues: form.nutritionValues.map(({ name, value }) => ({
      name: name.trim(),
      value: value.trim(),
    })),
  };
}

const MAX_DECIMALS = 2;

/** `25`, `1.5`; '' without a time. */
export function minutesText(seconds: number | null): string {
  return seconds === null ? '' : String(Number((seconds / 60).toFixed(MAX_DECIMALS)));
}

/** Returns 0 without a time, and NaN if the text is no number. */
export function secondsFrom(minutes: string, loaded: number | null): number {
  const typed = minutes.trim();
  if (loaded !== null && typed === minutesText(loaded)) return loaded;
  return Number(typed) * 60;
}

export function isSameForm(one: RecipeForm, other: RecipeForm): boolean {
  return differingFields(one, other).length === 0;
}

export const formFields = Object.keys(emptyForm) as readonly FormField[];

export function differingFields(one: RecipeForm, other: RecipeForm): FormField[] {
  return formFields.filter(
    (field) => one[field] !== other[field] && JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
}

/** Another spelling of an existing value becomes the existing one, also if its input was not left before the save. */
export function withKnownSpellings(form: RecipeForm, values: RecipeValues | null): RecipeForm {
  if (!values) return form;
  const one = (text: string, known: Counted) => knownSpelling(text, valuesIn(known));
  const all = (texts: readonly string[], known: Counted) =>
    removeDoubles(texts.map((text) => one(text, known)));
  return {
    ...form,
    cuisine: one(form.cuisine, values.cuisines),
    cookingMethod: one(form.cookingMethod, values.cookingMethods),
    meal_types: all(form.meal_types, values.mealTypes),
    feature_tags: all(form.feature_tags, values.featureTags),
    promotional_tags: all(form.promotional_tags, values.promotionalTags),
  };
}
