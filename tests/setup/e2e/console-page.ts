import type { Kysely } from 'kysely';
import type { Page } from 'playwright-core';
import { inject } from 'regexparam';
import { openSession } from '#api/auth/sessions.ts';
import type { Database } from '#api/db/schema.ts';
import { routes } from '#console/routes.ts';
import type { ServedApi } from '../api/serve.ts';

/** Signs in before the page opens anything. */
export async function storeSession(
  page: Page,
  { db, api, administratorId }: { db: Kysely<Database>; api: ServedApi; administratorId: number },
): Promise<void> {
  const tokens = await openSession(db, { userId: administratorId, rememberMe: false }, api.clock.now);
  await page.addInitScript(
    ([token, refresh]) => {
      localStorage.setItem('access_token', token ?? '');
      localStorage.setItem('refresh_token', refresh ?? '');
      localStorage.setItem('auth_user', JSON.stringify({ email: 'boss@example.com' }));
    },
    [tokens.token, tokens.refreshToken],
  );
}

/** The paths of all screens, with existing records. */
export async function consoleAddresses(db: Kysely<Database>): Promise<string[]> {
  const user = await db
    .selectFrom('subscriptions')
    .select('user_id as id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const recipe = await db.selectFrom('recipes').select('id').limit(1).executeTakeFirstOrThrow();
  const parameters = { userId: String(user.id), recipeId: String(recipe.id) };
  return Object.values(routes)
    .filter((route) => route !== routes.login)
    .map((route) => inject(route, parameters));
}
