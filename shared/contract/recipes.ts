import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import {
  envelope,
  identifierSchema,
  listing,
  reshapeEnvelope,
  reshapeFeatures,
  reshapeListing,
} from './envelope.ts';
import { fields, firstList, flag, identifier, type Loose, number, pick, text, texts } from './loose.ts';
import { listQuery } from './users.ts';

const ingredient = v.object({
  name: v.string(),
  quantity: v.nullable(v.string()),
  unit_type: v.nullable(v.string()),
  /** Mandatory for the dish. */
  is_primary: v.boolean(),
});
const nutritionValue = v.object({ name: v.string(), value: v.nullable(v.string()) });

const row = {
  id: identifierSchema,
  title: v.nullable(v.string()),
  description: v.nullable(v.string()),
  /** An address, absolute or on the site's own origin. */
  image_url: v.nullable(v.string()),
  /** Seconds. */
  preparation_time: v.nullable(v.number()),
  /** Seconds. */
  cooking_time: v.nullable(v.number()),
  meal_types: v.array(v.string()),
  ingredients: v.array(ingredient),
  steps: v.array(v.string()),
};

const recipeRow = v.object(row);
export type RecipeRow = v.InferOutput<typeof recipeRow>;

/** The fields of the list, and what the detail has beside them, under the specification's names. */
const recipe = v.object({
  ...row,
  nutritionValues: v.array(nutritionValue),
  feature_tags: v.array(v.string()),
  promotional_tags: v.array(v.string()),
  cuisine: v.nullable(v.string()),
  /** Seconds: `preparation_time` once more. */
  preparationTime: v.nullable(v.number()),
  cookingMethod: v.nullable(v.string()),
  /** An address. */
  videoURL: v.nullable(v.string()),
});
export type Recipe = v.InferOutput<typeof recipe>;
export type Ingredient = v.InferOutput<typeof ingredient>;
export type NutritionValue = v.InferOutput<typeof nutritionValue>;

function reshapeRow(value: unknown): RecipeRow | null {
  const item = fields(value);
  const id = identifier(item.id);
  return id === null ? null : { ...reshapeFields(item), id };
}

function reshapeFields(item: Loose) {
  return {
    title: text(pick(item, 'title', 'name')),
    description: text(item.description),
    image_url: text(pick(item, 'image_url', 'imageUrl', 'imageURL')),
    preparation_time: number(pick(item, 'preparation_time', 'preparationTime')),
    cooking_time: number(pick(item, 'cooking_time', 'cookingTime')),
    meal_types: texts(pick(item, 'meal_types', 'mealTypes')),
    ingredients: (firstList(item.ingredients) ?? []).map(reshapeIngredient),
    steps: (firstList(item.steps, pick(item, 'preparation_steps', 'preparationSteps')) ?? []).map(
      reshapeStep,
    ),
  };
}

function reshapeIngredient(value: unknown): Ingredient {
  const item = fields(value);
  return {
    name: text(value) ?? text(item.name) ?? '',
    quantity: text(item.quantity),
    unit_type: text(pick(item, 'unit_type', 'unitType', 'unit')),
    is_primary: flag(pick(item, 'is_primary', 'isPrimary')) ?? true,
  };
}

function reshapeNutrition(value: unknown): NutritionValue {
  const item = fields(value);
  return { name: text(value) ?? text(item.name) ?? '', value: text(item.value) };
}

function reshapeStep(value: unknown): string {
  const item = fields(value);
  return text(value) ?? text(pick(item, 'step', 'description', 'text', 'instruction')) ?? '';
}

function reshapeRecipe(value: unknown): unknown {
  const item = fields(value);
  const shared = reshapeFields(item);
  return {
    ...shared,
    id: identifier(item.id),
    nutritionValues: (firstList(pick(item, 'nutritionValues', 'nutrition_values')) ?? []).map(
      reshapeNutrition,
    ),
    feature_tags: texts(pick(item, 'feature_tags', 'featureTags')),
    promotional_tags: texts(pick(item, 'promotional_tags', 'promotionalTags')),
    cuisine: text(item.cuisine),
    preparationTime: shared.preparation_time,
    cookingMethod: text(pick(item, 'cookingMethod', 'cooking_method')),
    videoURL: text(pick(item, 'videoURL', 'video_url', 'videoUrl')),
  };
}

/** GET /admin/recipes: newest first, searched by `keyword` in titles without regard to case or accents. */
export const listRecipes = endpoint({
  method: 'GET',
  path: '/admin/recipes',
  query: listQuery,
  answer: v.object({ ...listing, data: v.object({ recipes: v.array(recipeRow) }) }),
  reshape: (body) => {
    const data = fields(body).data;
    const list = firstList(fields(data).recipes, fields(fields(data).data).recipes, fields(data).data, data);
    return {
      ...reshapeListing(body),
      data: { recipes: list?.map(reshapeRow).filter((row) => row !== null) },
    };
  },
});

/** GET /admin/recipes/:recipeId. 404 for no such recipe. */
export const readRecipe = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId',
  answer: v.object({ ...envelope, data: recipe, features: v.array(v.string()) }),
  reshape: (body) => {
    const data = fields(fields(body).data);
    const inner = fields(data.data);
    return {
      ...reshapeEnvelope(body),
      data: reshapeRecipe(identifier(inner.id) === null ? data : inner),
      features: reshapeFeatures(body),
    };
  },
});
