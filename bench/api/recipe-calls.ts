import type { RecipeContent } from '#contract/recipes/content.ts';
import { type Call, get, post } from './call.ts';

const recipe = ({ recipeId }: { recipeId: number }) => `/admin/recipes/${recipeId}`;

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

export const recipeCalls: readonly Call[] = [
  get('/admin/recipes'),
  get('/admin/recipes?keyword=rice'),
  get('/admin/recipes?mealType=dinner&tag=vegan&needs=any&sort=title'),
  get('/admin/recipe-values'),
  get('/admin/recipes/:recipeId', recipe),
  post(
    '/admin/recipes',
    () => '/admin/recipes',
    () => largeRecipe('New'),
  ),
  {
    name: 'PUT /admin/recipes/:recipeId',
    // Each round is one save, so that the recipe has the version of the round.
    run: ({ send, recipeId }, round) =>
      send('PUT', recipe({ recipeId }), { body: { ...largeRecipe(`Round ${round}`), version: round + 1 } }),
  },
  get('/admin/recipes/:recipeId/versions', (bench) => `${recipe(bench)}/versions`),
  get('/admin/recipes/:recipeId/versions/1', (bench) => `${recipe(bench)}/versions/1`),
  post('/admin/recipes/:recipeId/publish', (bench) => `${recipe(bench)}/publish`),
  post('/admin/recipes/:recipeId/unpublish', (bench) => `${recipe(bench)}/unpublish`),
  {
    name: 'POST /admin/recipes/bulk',
    run: ({ send, recipeId }, round) => {
      const change = { action: 'add', field: 'feature_tags', value: `Tag ${round}` };
      return send('POST', '/admin/recipes/bulk', { body: { ids: [recipeId], change } });
    },
  },
  post(
    '/admin/recipe-entries',
    () => '/admin/recipe-entries',
    () => ({ kind: 'ingredients', text: pastedLines }),
  ),
  post('/admin/recipes/:recipeId/delete', (bench) => `${recipe(bench)}/delete`),
  post('/admin/recipes/:recipeId/restore', (bench) => `${recipe(bench)}/restore`),
];
