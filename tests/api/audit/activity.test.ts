import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { type Actor, writeAuditEntry } from '#api/audit/write.ts';
import type { ActivityEntry } from '#contract/activity.ts';
import type { AuditAction } from '#contract/audit.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { id: adminId, first_name, last_name, email } = admin.administrator;
const adminName = `${first_name} ${last_name} (${email})`;
const byAdmin: Actor = { kind: 'administrator', id: adminId, requestId: 'request' };
const housekeeping: Actor = { kind: 'housekeeping', requestId: null };

const backend = (keyName: string): Actor => ({ kind: 'app_backend', keyName, requestId: null });

const day = (date: number, hour = 12) => new Date(Date.UTC(2026, 4, date, hour));

/** The log only grows, so its triggers are switched off. */
async function emptyLog(): Promise<void> {
  await sql`alter table audit_entries disable trigger user`.execute(db);
  await sql`delete from audit_entries`.execute(db);
  await sql`alter table audit_entries enable trigger user`.execute(db);
}

beforeEach(emptyLog);

type About = { userId?: number; paymentId?: number; recipeIds?: number[] };

type Made = { actor?: Actor; at?: Date };

const add = (action: AuditAction, about: About, { actor = byAdmin, at = day(1) }: Made = {}) =>
  writeAuditEntry(db, { actor, action, userId: null, ...about }, at);

async function read(query = ''): Promise<{ entries: ActivityEntry[]; body: Record<string, unknown> }> {
  const { status, body } = await admin.get(`/admin/activity?${query}`);
  expect(status).toBe(200);
  return { entries: body.data as ActivityEntry[], body };
}

const actionsOf = async (query: string) => (await read(query)).entries.map(({ action }) => action);

test('the whole log is listed, the newest entry first, with what it is about', async () => {
  const user = await addUser(db, { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' });
  const recipe = await createRecipe(admin, { title: 'Lentil soup' });
  await emptyLog();
  await add('user_suspended', { userId: user.id }, { at: day(1) });
  await add('payment_checked', { userId: user.id, paymentId: 9 }, { at: day(2) });
  await add('recipe_published', { recipeIds: [recipe.id] }, { at: day(3) });
  await add('recipes_changed', { recipeIds: [recipe.id, 900_001, 900_002] }, { at: day(4) });
  await add('recipes_removed', { recipeIds: [900_001] }, { at: day(5), actor: housekeeping });
  const { entries, body } = await read();
  expect(entries.map(({ action, by, record }) => [action, by, record])).toEqual([
    ['recipes_removed', 'Housekeeping', { kind: 'recipe', id: 900_001, name: null, userId: null }],
    ['recipes_changed', adminName, { kind: 'recipe', id: null, name: '3 recipes', userId: null }],
    ['recipe_published', adminName, { kind: 'recipe', id: recipe.id, name: 'Lentil soup', userId: null }],
    ['payment_checked', adminName, { kind: 'payment', id: 9, name: 'ann@example.com', userId: user.id }],
    [
      'user_suspended',
      adminName,
      { kind: 'user', id: user.id, name: 'Ann Lee (ann@example.com)', userId: user.id },
    ],
  ]);
  expect(entries[4]).toMatchObject({ at: day(1).toISOString(), changes: [], requestId: 'request' });
  expect(body).toMatchObject({ total: 5, page: 1, pageSize: 10 });
});

test('an entry of the app’s backend names its key, also on the pages of the user', async () => {
  const user = await addUser(db);
  for (const name of ['Staging', 'a “quoted” key']) {
    await emptyLog();
    await add('user_updated', { userId: user.id }, { actor: backend(name) });
    const by = `App backend (key ${name})`;
    expect((await read()).entries).toMatchObject([{ by }]);
    expect((await admin.get(`/admin/users/${user.id}/audit`)).body.data).toMatchObject([{ by }]);
    const timeline = await admin.get(`/admin/users/${user.id}/timeline`);
    expect(timeline.body.data).toMatchObject({ entries: [{ kind: 'change', by }] });
  }
});

test('each filter, and several at once', async () => {
  const colleague = await addAdministrator(db);
  const byColleague: Actor = { kind: 'administrator', id: colleague.id, requestId: null };
  await add('user_updated', { userId: 5 }, { at: day(1) });
  await add('user_suspended', { userId: 5 }, { at: day(2), actor: byColleague });
  await add('recipes_changed', { recipeIds: [7, 8] }, { at: day(3) });
  await add('payment_checked', { userId: 6, paymentId: 9 }, { at: day(4) });
  await add('password_changed', { userId: 5 }, { at: day(5), actor: { kind: 'owner', requestId: null } });
  await add('account_erased', { userId: 6 }, { at: day(6), actor: housekeeping });
  await add('session_ended', { userId: 4 }, { at: day(0), actor: backend('Staging') });
  for (const [query, actions] of [
    [`by=${adminId}`, ['payment_checked', 'recipes_changed', 'user_updated']],
    [`by=${colleague.id}`, ['user_suspended']],
    ['by=owner', ['password_changed']],
    ['by=housekeeping', ['account_erased']],
    ['by=start', []],
    ['by=app_backend', ['session_ended']],
    ['action=user_updated', ['user_updated']],
    ['record=user:5', ['password_changed', 'user_suspended', 'user_updated']],
    ['record=recipe:8', ['recipes_changed']],
    ['record=recipe:5', []],
    ['record=payment:9', ['payment_checked']],
    [`from=${day(5).toISOString()}`, ['account_erased', 'password_changed']],
    [`before=${day(2).toISOString()}`, ['user_updated', 'session_ended']],
    [`from=${day(2).toISOString()}&before=${day(4).toISOString()}`, ['recipes_changed', 'user_suspended']],
    [`record=user:5&by=${adminId}&action=user_updated`, ['user_updated']],
    ['record=user:5&by=housekeeping', []],
  ] as const) {
    expect([query, await actionsOf(query)]).toEqual([query, actions]);
    expect((await read(query)).body.total).toBe(actions.length);
  }
});

test('pages have no gaps or repetitions, also of entries of one moment', async () => {
  for (let count = 0; count < 45; count += 1) await add('user_updated', { userId: 5 });
  for (const [filter, size] of [
    ['', 20],
    ['record=user:5', 20],
    ['action=user_updated', 10],
    [`by=${adminId}`, 50],
  ] as const) {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => read(`${filter}&pageSize=${size}&page=${page}`)),
    );
    const ids = pages.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(ids).toHaveLength(45);
    expect(pages[0]?.entries).toHaveLength(Math.min(45, size));
  }
});

test('an entry with very many changes lists 20 of them, and how many more there are', async () => {
  const changes = Array.from({ length: 23 }, (_, n) => ({ field: 'title', from: `Soup ${n}`, to: null }));
  const entry = { actor: housekeeping, action: 'recipes_removed', userId: null, changes } as const;
  await writeAuditEntry(db, entry, day(1));
  const { entries } = await read();
  expect(entries[0]).toMatchObject({ moreChanges: 3, record: null });
  expect(entries[0]?.changes).toEqual(changes.slice(0, 20));
});

test('a closed account has no address, an erased one no name, and a removed one nothing', async () => {
  const user = await addUser(db, {
    first_name: 'Ann',
    last_name: 'Gone',
    email: 'gone@example.com',
    status: 'deleted',
  });
  await add('user_updated', { userId: user.id });
  await add('payment_checked', { userId: user.id, paymentId: 3 }, { at: day(2) });
  const names = async () => (await read()).entries.map(({ record }) => record?.name);
  expect(await names()).toEqual(['Ann Gone', 'Ann Gone']);
  const long = sql<Date>`now() - interval '40 days'`;
  await db
    .insertInto('account_deletions')
    .values({ user_id: user.id, reason: null, requested_at: long, confirmed_at: long, erased_at: null })
    .execute();
  await eraseDueAccounts(db, new Date(), createTestLog([]));
  const { entries } = await read(`record=user:${user.id}`);
  expect(entries.map(({ record }) => record?.name)).toEqual(['Deleted user', 'Deleted user', 'Deleted user']);
  expect(JSON.stringify(entries)).not.toMatch(/Ann|gone@|deleted\.invalid/);
  await db.deleteFrom('users').where('id', '=', user.id).execute();
  expect((await read('action=user_updated')).entries[0]?.record).toEqual({
    kind: 'user',
    id: user.id,
    name: null,
    userId: null,
  });
});

test('more than 10,000 entries have a minimum as their total', async () => {
  await sql`
    insert into audit_entries (at, actor, action) select now(), 'start', 'administrator_created'
    from generate_series(1, 10_001)`.execute(db);
  expect((await read('by=start')).body).toMatchObject({ total: 10_000, totalIsMinimum: true });
  const none = (await read('by=housekeeping')).body;
  expect(none).toMatchObject({ total: 0 });
  expect(none).not.toHaveProperty('totalIsMinimum');
});

test.each([
  'by=nobody',
  'by=0',
  'by=2147483648',
  'action=user_promoted',
  'record=user',
  'record=user:x',
  'record=user:2147483648',
  'record=table:1',
  'from=yesterday',
  'from=2026-13-01T00:00:00Z',
  'before=2026-05-01',
  'pageSize=101',
  'page=0',
])('%s is refused', async (query) => {
  expect((await admin.get(`/admin/activity?${query}`)).status).toBe(400);
});
