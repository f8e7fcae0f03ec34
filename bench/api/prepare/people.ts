import { type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import { hashPassword } from '#api/auth/password-hash.ts';
import { openSession } from '#api/auth/sessions.ts';
import { POOL_SIZE } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';

export const PASSWORD = 'nine quiet words for a bench';

type Administrator = { id: number; email: string };

/** New administrators with PASSWORD. */
export async function addAdministrators(db: Kysely<Database>, count: number): Promise<Administrator[]> {
  const hash = await hashPassword(PASSWORD);
  const { rows } = await sql<Administrator>`
    insert into users (first_name, last_name, email, role, password_hash)
    select 'Bench', number::text, 'bench-' || gen_random_uuid() || '@example.com', 'admin', ${hash}
    from generate_series(1, ${count}) as number returning id, email`.execute(db);
  return rows;
}

type SignedIn = Administrator & { token: string; refreshToken: string; sessionId: string };

/** Each has two sessions; `sessionId` is of the other one. */
export async function addSignedIn(db: Kysely<Database>, count: number): Promise<SignedIn[]> {
  const administrators = await addAdministrators(db, count);
  // As many as the pool has connections.
  return pLimit(POOL_SIZE).map(administrators, async (administrator) => {
    const signIn = { userId: administrator.id, rememberMe: true };
    const other = await openSession(db, signIn, new Date());
    const { sessionId } = await db
      .selectFrom('sessions')
      .where('user_id', '=', administrator.id)
      .select('id as sessionId')
      .executeTakeFirstOrThrow();
    const tokens = await openSession(db, signIn, new Date());
    return { ...administrator, ...tokens, refreshToken: other.refreshToken, sessionId };
  });
}

/** Ids of new app users. */
export async function addUsers(
  db: Kysely<Database>,
  { count, status }: { count: number; status: 'active' | 'suspended' },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (first_name, last_name, email, status)
    select 'Bench', number::text, 'bench-' || gen_random_uuid() || '@example.com', ${status}
    from generate_series(1, ${count}) as number returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of new users whose deletion is under way. */
export async function addLeavers(db: Kysely<Database>, count: number): Promise<number[]> {
  const ids = await addUsers(db, { count, status: 'active' });
  await sql`update users set status = 'deleted', is_deletion_under_way = true where id = any(${ids}::integer[])`.execute(
    db,
  );
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at, status_before)
    select id, now(), now(), 'active' from unnest(${ids}::integer[]) as id`.execute(db);
  return ids;
}

const content = {
  description: 'For a measurement',
  image_url: null,
  preparation_time: 900,
  cooking_time: 600,
  servings: 4,
  meal_types: ['Dinner'],
  ingredients: [{ name: 'flour', quantity: '200', unit_type: 'g', is_primary: true }],
  steps: ['Mix.', 'Bake.'],
  nutritionValues: [],
  feature_tags: [],
  promotional_tags: [],
  cuisine: 'Italian',
  cookingMethod: 'Baking',
  videoURL: null,
};

/** Ids of new recipes at version 2, with both versions. */
export async function addRecipes(
  db: Kysely<Database>,
  { count, state }: { count: number; state: 'draft' | 'published' | 'deleted' },
): Promise<number[]> {
  const published_at = state === 'draft' ? null : new Date();
  const deleted_at = state === 'deleted' ? new Date() : null;
  const { rows } = await sql<{ id: number }>`
    insert into recipes (title, version, published_at, deleted_at, ingredients, steps)
    select 'Bench ' || number, 2, ${published_at}::timestamptz, ${deleted_at}::timestamptz,
      ${JSON.stringify(content.ingredients)}::jsonb, ${content.steps}::text[]
    from generate_series(1, ${count}) as number returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into recipe_versions (recipe_id, version, saved_at, kind, content)
    select id, version, now(), 'saved', ${JSON.stringify(content)}::jsonb || jsonb_build_object('title', 'Version ' || version)
    from unnest(${ids}::integer[]) as id, generate_series(1, 2) as version`.execute(db);
  return ids;
}
