import type { RecipeValues } from '#contract/recipes/list.ts';
import type { RecipeForm } from './recipe-form.ts';
import { knownSpelling, removeDoubles } from './spelling.ts';

type Counted = readonly { readonly value: string }[];

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

export function valuesIn(counted: Counted): string[] {
  return counted.map(({ value }) => value);
}
