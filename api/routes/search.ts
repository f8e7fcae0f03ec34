import { Hono } from 'hono';
import { search } from '#contract/search.ts';
import { readUsers } from '../accounts/list-users.ts';
import { type AdminVariables, may } from '../auth/require-administrator.ts';
import type { Db } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { readPayments } from '../purchases/payments/list-payments.ts';
import { readRecipes } from '../recipes/list-recipes.ts';
import { getState } from '../recipes/states.ts';

const MAX_RESULTS = 5;
const MAX_ID = 2_147_483_647;

/** GET /admin/search. */
export function searchRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const page = { offset: 0, limit: MAX_RESULTS };

  serve(app, search, async ({ query: { keyword }, context }) => {
    const id = toId(keyword);
    // A role that doesn’t see people can’t find them.
    const hasPeople = may(context, 'people:read');
    const [userOfId, users, recipeOfId, recipes, payments] = await Promise.all([
      hasPeople && id !== null ? findUser(db, id) : [],
      hasPeople ? readUsers(db, { query: { keyword }, page }) : [],
      id === null ? [] : findRecipe(db, id),
      readRecipes(db, { query: { keyword }, page }),
      hasPeople ? readPayments(db, { query: { keyword }, page }, clock()) : [],
    ]);
    const data = {
      users: first([...userOfId, ...users]).map(({ first_name, last_name, ...user }) => ({
        ...user,
        name: `${first_name} ${last_name}`.trim(),
      })),
      recipes: first([...recipeOfId, ...recipes]).map((recipe) => ({
        id: recipe.id,
        title: recipe.title,
        state: getState(recipe),
      })),
      payments: payments.map(({ id: paymentId, user_id, email, product_id }) => ({
        id: paymentId,
        userId: user_id,
        email,
        productId: product_id,
      })),
    };
    return { data };
  });

  return app;
}

/** "7" and "#7" are ids too. */
function toId(keyword: string): number | null {
  const id = Number(/^#?(\d{1,10})$/.exec(keyword.trim())?.[1] ?? Number.NaN);
  return id >= 1 && id <= MAX_ID ? id : null;
}

/** The first of each id. */
function first<Row extends { id: number }>(rows: readonly Row[]): Row[] {
  return rows
    .filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index)
    .slice(0, MAX_RESULTS);
}

function findUser(db: Db, id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'status'])
    .execute();
}

function findRecipe(db: Db, id: number) {
  return db
    .selectFrom('recipes')
    .where('id', '=', id)
    .select(['id', 'title', 'published_at', 'deleted_at'])
    .execute();
}
