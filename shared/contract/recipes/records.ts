import * as v from 'valibot';
import { picture } from '../pictures.ts';
import { asObject, firstList, firstPresent, toBoolean, toText } from '../schema/coerce.ts';
import { field, identifier, list, number, record, text, texts } from '../schema/record.ts';

/** A provider may send a part of a recipe as its bare name. */
const name = field(v.string(), (source, value) => toText(value) ?? toText(source.name) ?? '');

const ingredient = record({
  name,
  quantity: text('quantity'),
  unit_type: text('unit_type', 'unitType', 'unit'),
  is_primary: field(
    v.boolean(),
    (source) => toBoolean(firstPresent(source, 'is_primary', 'isPrimary')) ?? true,
  ),
});

const nutritionValue = record({ name, value: text('value') });

const steps = field(v.array(v.string()), (source) =>
  (firstList(source.steps, firstPresent(source, 'preparation_steps', 'preparationSteps')) ?? []).map(
    (step) =>
      toText(step) ??
      toText(firstPresent(asObject(step), 'step', 'description', 'text', 'instruction')) ??
      '',
  ),
);

const rowFields = {
  id: identifier('id'),
  title: text('title', 'name'),
  description: text('description'),
  image_url: text('image_url', 'imageUrl', 'imageURL'),
  /** The picture at `image_url`, if the provider keeps it. */
  picture: field(v.nullable(picture), (source) => (v.is(picture, source.picture) ? source.picture : null)),
  /** Seconds, as `cooking_time`. */
  preparation_time: number('preparation_time', 'preparationTime'),
  cooking_time: number('cooking_time', 'cookingTime'),
  meal_types: texts('meal_types', 'mealTypes'),
  ingredients: list(ingredient, 'ingredients'),
  steps,
};

/** A deleted recipe can be restored for 30 days, as the draft or published one that it was. */
export const recipeStates = ['draft', 'published', 'deleted'] as const;
export type RecipeState = (typeof recipeStates)[number];

/** Null if the provider does not know drafts. */
const state = field(v.nullable(v.picklist(recipeStates)), (source) =>
  v.is(v.picklist(recipeStates), source.state) ? source.state : null,
);

/** ISO 8601 with a zone. */
const updatedAt = text('updated_at', 'updatedAt');

export const recipeRow = record({ ...rowFields, state, updated_at: updatedAt });
export type RecipeRow = v.InferOutput<typeof recipeRow.schema>;

export const recipe = record({
  ...rowFields,
  state,
  servings: number('servings'),
  nutritionValues: list(nutritionValue, 'nutritionValues', 'nutrition_values'),
  feature_tags: texts('feature_tags', 'featureTags'),
  promotional_tags: texts('promotional_tags', 'promotionalTags'),
  cuisine: text('cuisine'),
  /** Repeats `preparation_time`, as the specification does. */
  preparationTime: rowFields.preparation_time,
  cookingMethod: text('cookingMethod', 'cooking_method'),
  videoURL: text('videoURL', 'video_url', 'videoUrl'),
  updated_at: updatedAt,
  /** ISO 8601 with a zone; null unless the recipe is deleted. */
  deleted_at: text('deleted_at', 'deletedAt'),
});
export type Recipe = v.InferOutput<typeof recipe.schema>;
export type Ingredient = v.InferOutput<typeof ingredient.schema>;
export type NutritionValue = v.InferOutput<typeof nutritionValue.schema>;
