import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#api/db/schema.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import type { Reply, signInAdministrator } from './requests.ts';

type Administrator = Awaited<ReturnType<typeof signInAdministrator>>;

export function recipeContent(changes: Partial<RecipeContent> = {}): RecipeContent {
  return {
    title: 'Spätzle',
    description: 'Eggs, flour, patience.',
    image_url: 'https://pictures.example/spaetzle.jpg',
    preparation_time: 900,
    cooking_time: 600,
    servings: 4,
    meal_types: ['Dinner'],
    ingredients: [{ name: 'flour, sifted', quantity: '1/2', unit_type: 'kg', is_primary: true }],
    steps: ['Beat.', 'Scrape.'],
    nutritionValues: [{ name: 'Protein', value: '12 g' }],
    feature_tags: ['Vegetarian'],
    promotional_tags: ['Sunday'],
    cuisine: 'Swabian',
    cookingMethod: 'Boiling',
    videoURL: 'https://videos.example/1',
    ...changes,
  };
}

/** Returns its id and the content that was sent. */
export async function createRecipe(admin: Administrator, changes: Partial<RecipeContent> = {}) {
  const content = recipeContent(changes);
  const reply = await admin.post('/admin/recipes', content);
  expect(reply.status).toBe(200);
  return { id: Number(recipeIn(reply).id), content };
}

export function recipeIn({ body }: Reply): Recipe {
  return body.data as Recipe;
}

/** Oldest first. */
export async function auditOf(db: Db, recipeId: number) {
  return db
    .selectFrom('audit_entries')
    .where(sql<boolean>`recipe_ids @> array[${recipeId}::integer]`)
    .select(['at', 'actor', 'actor_id', 'action', 'changes', 'recipe_ids', 'request_id'])
    .orderBy('id')
    .execute();
}
