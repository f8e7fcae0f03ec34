import sharp from 'sharp';
import { uploadPicture } from '#contract/pictures.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import {
  createRecipe,
  deleteRecipe,
  publishRecipe,
  restoreRecipe,
  unpublishRecipe,
  updateRecipe,
} from '#contract/recipes/edit.ts';
import { parseRecipeEntry } from '#contract/recipes/entries.ts';
import { changeRecipes } from '#contract/recipes/list.ts';
import { readRecipe } from '#contract/recipes/read.ts';
import { listRecipeVersions, readRecipeVersion, revertRecipe } from '#contract/recipes/versions.ts';
import { addRecipes } from '../prepare/people.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';

const RECIPES_PER_CHANGE = 10;
const published = ({ samples }: Side, turn: number) => ({
  parameters: { recipeId: pick(samples.published, turn).id },
});

/** As large as the largest real recipes: 74 ingredients, and 60 steps of 2,029 characters. */
const largeRecipe = (title: string): RecipeContent => ({
  title,
  description: 'x'.repeat(500),
  image_url: null,
  preparation_time: 900,
  cooking_time: 600,
  servings: 4,
  meal_types: ['Dinner'],
  ingredients: Array.from({ length: 74 }, (_, index) => ({
    name: `${index} ${'flour '.repeat(50)}`,
    quantity: '200',
    unit_type: 'g',
    is_primary: true,
  })),
  steps: Array.from({ length: 60 }, () => 'x'.repeat(2_029)),
  nutritionValues: [],
  feature_tags: ['Budget'],
  promotional_tags: [],
  cuisine: 'Italian',
  cookingMethod: 'Baking',
  videoURL: null,
});

const pastedLines = '2 x 400g/14oz tins chopped tomatoes, drained\n1 cup plus 2 tbsp flour, sifted\n'.repeat(
  37,
);

type State = Parameters<typeof addRecipes>[1]['state'];
const add =
  (state: State) =>
  ({ db }: Side, count: number) =>
    addRecipes(db, { count, state });
const ofRecipe = (recipeId: number) => ({ parameters: { recipeId } });

const uploads: Call = {
  ...preparedCall(
    uploadPicture,
    async (_, count) => {
      const size = { width: 640, height: 480, channels: 3 } as const;
      const picture = sharp({
        create: { ...size, background: '#2f6b4f', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
      });
      const bytes = await picture.jpeg().toBuffer();
      // Bytes after the end of a JPEG make another picture of it, which no hash knows.
      return Array.from({ length: count }, () => Buffer.concat([bytes, Buffer.from(crypto.randomUUID())]));
    },
    (body) => ({ body }),
  ),
  mayRefuse: true,
};

export const recipeCalls: readonly Call[] = [
  call(readRecipe, published),
  call(createRecipe, (_, turn) => ({ body: largeRecipe(`New ${turn}`) })),
  preparedCall(updateRecipe, add('draft'), (recipeId, turn) => ({
    ...ofRecipe(recipeId),
    body: { ...largeRecipe(`Saved ${turn}`), version: 2 },
  })),
  preparedCall(publishRecipe, add('draft'), ofRecipe),
  preparedCall(unpublishRecipe, add('published'), ofRecipe),
  preparedCall(deleteRecipe, add('draft'), ofRecipe),
  preparedCall(restoreRecipe, add('deleted'), ofRecipe),
  preparedCall(listRecipeVersions, add('draft'), ofRecipe),
  preparedCall(readRecipeVersion, add('draft'), (recipeId) => ({ parameters: { recipeId, version: 1 } })),
  preparedCall(revertRecipe, add('draft'), (recipeId) => ({
    ...ofRecipe(recipeId),
    body: { to: 1, version: 2 },
  })),
  preparedCall(
    changeRecipes,
    async ({ db }, count) => {
      const ids = await addRecipes(db, { count: count * RECIPES_PER_CHANGE, state: 'draft' });
      const start = (change: number) => change * RECIPES_PER_CHANGE;
      return Array.from({ length: count }, (_, change) => ids.slice(start(change), start(change + 1)));
    },
    (ids, turn) => ({
      body: { ids, change: { action: 'add', field: 'feature_tags', value: `Tag ${turn % 100}` } },
    }),
  ),
  call(parseRecipeEntry, () => ({ body: { kind: 'ingredients', text: pastedLines } })),
  uploads,
];
