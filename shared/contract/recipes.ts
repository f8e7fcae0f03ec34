import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, listing, reshapeEnvelope, reshapeFeatures, reshapeListing } from './envelope.ts';
import { asObject, firstList, firstPresent, toBoolean, toText } from './schema/coerce.ts';
import { field, identifier, list, number, readAll, record, text, texts } from './schema/record.ts';
import { listQuery } from './users.ts';

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
  /** Seconds, as `cooking_time`. */
  preparation_time: number('preparation_time', 'preparationTime'),
  cooking_time: number('cooking_time', 'cookingTime'),
  meal_types: texts('meal_types', 'mealTypes'),
  ingredients: list(ingredient, 'ingredients'),
  steps,
};

const recipeRow = record(rowFields);
export type RecipeRow = v.InferOutput<typeof recipeRow.schema>;

const recipe = record({
  ...rowFields,
  nutritionValues: list(nutritionValue, 'nutritionValues', 'nutrition_values'),
  feature_tags: texts('feature_tags', 'featureTags'),
  promotional_tags: texts('promotional_tags', 'promotionalTags'),
  cuisine: text('cuisine'),
  /** Repeats `preparation_time`, as the specification does. */
  preparationTime: rowFields.preparation_time,
  cookingMethod: text('cookingMethod', 'cooking_method'),
  videoURL: text('videoURL', 'video_url', 'videoUrl'),
});
export type Recipe = v.InferOutput<typeof recipe.schema>;
export type Ingredient = v.InferOutput<typeof ingredient.schema>;
export type NutritionValue = v.InferOutput<typeof nutritionValue.schema>;

/** GET /admin/recipes: newest first; `keyword` searches titles, ignoring case and accents. */
export const listRecipes = endpoint({
  method: 'GET',
  path: '/admin/recipes',
  query: listQuery,
  answer: v.object({ ...listing, data: v.object({ recipes: v.array(recipeRow.schema) }) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const rows = firstList(
      asObject(data).recipes,
      asObject(asObject(data).data).recipes,
      asObject(data).data,
      data,
    );
    return {
      ...reshapeListing(body),
      data: { recipes: rows && readAll(recipeRow.read, rows) },
    };
  },
});

/** GET /admin/recipes/:recipeId. 404 for an unknown recipe. */
export const readRecipe = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId',
  answer: v.object({ ...envelope, data: recipe.schema, features: v.array(v.string()) }),
  reshape: (body) => {
    const data = asObject(asObject(body).data);
    const inner = asObject(data.data);
    return {
      ...reshapeEnvelope(body),
      data: recipe.read(inner) ?? recipe.read(data),
      features: reshapeFeatures(body),
    };
  },
});
