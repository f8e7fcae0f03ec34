import { Hono } from 'hono';
import { type AbortableQueryOptions, type Kysely, sql } from 'kysely';
import { search } from '#contract/search.ts';
import { readUserList } from '../accounts/list-users.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import { rememberCounts } from '../db/lists/remember-counts.ts';
import type { Database } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { stopWithClient } from '../http/stop-with-client.ts';
import { hasOpenAccount } from '../payments/check-payment.ts';
import { readRecipeList } from '../recipes/list-recipes.ts';
import { getState } from '../recipes/states.ts';

const MAX_RESULTS = 5;
const MAX_ID = 2_147_483_647;

type Reading = { db: Kysely<Database>; options: AbortableQueryOptions };

/** GET /admin/search. */
export function searchRoutes({ reads, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const count = rememberCounts(clock);
  const page = { offset: 0, limit: MAX_RESULTS };

  serve(app, search, async ({ query: { keyword }, context }) => {
    const options = stopWithClient(context);
    const id = toId(keyword);
    const data = await reads.run(async (db) => {
      const reading = { db, options };
      const [userOfId, users, recipeOfId, recipes] = await Promise.all([
        id === null ? [] : findUser(reading, id),
        readUserList({ ...reading, count }, { keyword, page }).then(({ rows }) => rows),
        id === null ? [] : findRecipe(reading, id),
        readRecipeList(reading, { query: { keyword }, page }).then(({ rows }) => rows),
      ]);
      const found = first([...userOfId, ...users]);
      return {
        users: found.map(({ first_name, last_name, ...user }) => ({
          ...user,
          name: `${first_name} ${last_name}`.trim(),
        })),
        recipes: first([...recipeOfId, ...recipes]).map((recipe) => ({
          id: recipe.id,
          title: recipe.title,
          state: getState(recipe),
        })),
        payments: await findPayments(reading, { id, userIds: found.map((user) => user.id) }),
      };
    });
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
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()]
    .toReversed()
    .slice(0, MAX_RESULTS);
}

function findUser({ db, options }: Reading, id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'first_name', 'last_name', 'email', 'status'])
    .execute(options);
}

function findRecipe({ db, options }: Reading, id: number) {
  return db
    .selectFrom('recipes')
    .where('id', '=', id)
    .select(['id', 'title', 'published_at', 'deleted_at'])
    .execute(options);
}

/** Of this id, then those of the users that were found. */
function findPayments({ db, options }: Reading, { id, userIds }: { id: number | null; userIds: number[] }) {
  return db
    .selectFrom('failed_payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('recovered_at', 'is', null)
    .where(hasOpenAccount)
    .where(
      sql<boolean>`(failed_payments.id = ${id} or failed_payments.subscription_id in (
        select id from subscriptions where user_id = any(${userIds}::integer[])))`,
    )
    .select([
      'failed_payments.id',
      'subscriptions.user_id as userId',
      'users.email',
      'failed_payments.product_id as productId',
    ])
    .orderBy(sql`failed_payments.id = ${id} desc nulls last`)
    .orderBy('failed_payments.created_at', 'desc')
    .orderBy('failed_payments.id', 'desc')
    .limit(MAX_RESULTS)
    .execute(options);
}
