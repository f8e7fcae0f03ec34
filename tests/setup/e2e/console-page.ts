import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { inject } from 'regexparam';
import { openSession } from '#api/auth/sessions.ts';
import type { Db } from '#api/db/schema.ts';
import { routes } from '#console/routes.ts';
import type { ServedApi } from '../api/serve.ts';

/** Signs in before the page opens anything. */
export async function storeSession(
  page: Page,
  { db, api, administratorId }: { db: Db; api: ServedApi; administratorId: number },
): Promise<void> {
  const tokens = await openSession(db, { userId: administratorId, rememberMe: false }, api.clock.now);
  await page.addInitScript(
    ({ tokens: [token, refresh], capabilities }) => {
      localStorage.setItem('access_token', token ?? '');
      localStorage.setItem('refresh_token', refresh ?? '');
      localStorage.setItem('auth_user', JSON.stringify({ email: 'boss@example.com', capabilities }));
    },
    { tokens: [tokens.token, tokens.refreshToken], capabilities: api.capabilities },
  );
}

/** The paths of all screens, with existing records, and entries in the log. */
export async function consoleAddresses(db: Db): Promise<string[]> {
  await addActivity(db);
  const user = await findUserInGracePeriod(db);
  const recipe = await db
    .selectFrom('recipes')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const parameters = { userId: String(user.id), recipeId: String(recipe.id) };
  return Object.values(routes)
    .filter((route) => route !== routes.login)
    .map((route) => inject(route, parameters));
}

/** The demo always has some. With the longest status the history is widest. */
export function findUserInGracePeriod(db: Db): Promise<{ id: number }> {
  return db
    .selectFrom('subscriptions')
    .select('user_id as id')
    .where('status', '=', 'in_grace_period')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Adds an entry about each kind of record, and a mail that was given up. */
async function addActivity(db: Db): Promise<void> {
  await sql`
    insert into audit_entries (at, actor, actor_id, action, user_id, payment_id, recipe_ids, changes)
    select now(), 'administrator', people.first, entry.*
    from (select min(id) as first, max(id) as last from users) as people,
      (select min(id) as first, max(id) as last from recipes) as dishes,
      lateral (values
        ('user_updated', people.last, null::integer, null::integer[],
          '[{"field": "phone", "from": "+1 202 555 0143", "to": "+44 20 7946 0958"}]'::jsonb),
        ('payment_checked', people.last, 1, null, '[{"field": "outcome", "from": null, "to": "recovered"}]'),
        ('recipe_published', null, null, array[dishes.first],
          '[{"field": "state", "from": "draft", "to": "published"}]'),
        ('recipes_changed', null, null, array[dishes.first, dishes.last], '[]')
      ) as entry`.execute(db);
  await sql`
    insert into mails (kind, address, created_at, due_at, attempts, last_error, given_up_at)
    select 'password_changed', email, now(), now(), 9, 'EENVELOPE RCPT TO 550', now()
    from users order by id limit 1`.execute(db);
}
