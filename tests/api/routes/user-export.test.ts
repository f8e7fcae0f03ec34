import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeEach(async () => {
  await db.deleteFrom('users').execute();
  admin = await signInAdministrator(database, api);
});

const request = (query: string, init: RequestInit = {}) =>
  fetch(`${api.base}/admin/user-export?${query}`, {
    ...init,
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
const rowsOf = (text: string): string[][] => parse(text, { bom: true });
const exported = async (query: string) => rowsOf(await (await request(query)).text());
const exportEntries = () =>
  db.selectFrom('audit_entries').where('action', '=', 'users_exported').selectAll().orderBy('id').execute();

test('a file holds every user that the list shows, in its order', async () => {
  const created_at = new Date('2026-05-05T05:05:05.678Z');
  for (const [first_name, status] of [
    ['Zoë', 'suspended'],
    ['Ada', 'suspended'],
    ['Eve', 'active'],
  ] as const) {
    const external_id = `${first_name}’s ID`;
    await addUser(db, { first_name, last_name: 'Ng, "Jr"', status, created_at, external_id });
  }
  const response = await request('status=suspended&sort=name');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [header, ...rows] = rowsOf(await response.text());
  expect(header).toEqual([
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'status',
    'role',
    'onboarding_status',
    'verification',
    'subscription',
    'created',
    'external_id',
  ]);
  expect(rows.map(([, first, last]) => [first, last])).toEqual([
    ['Ada', 'Ng, "Jr"'],
    ['Zoë', 'Ng, "Jr"'],
  ]);
  expect(rows[0]?.slice(4)).toEqual([
    '',
    'suspended',
    'user',
    'not_started',
    'pending',
    'none',
    '2026-05-05T05:05:05.678Z',
    'Ada’s ID',
  ]);
  expect(await exported('keyword=zoe')).toHaveLength(2);
});

test('an empty list is a file of its header', async () => {
  expect(await exported('status=deleted')).toHaveLength(1);
});

test('no spreadsheet runs a name, or takes a phone number for a number', async () => {
  await addUser(db, { first_name: '=1+1', last_name: '-5', phone: '+44-2079460018', status: 'suspended' });
  const [, row] = await exported('status=suspended');
  expect([row?.[1], row?.[2], row?.[4]]).toEqual(["'=1+1", "'-5", '+44 2079460018']);
});

test('each export is in the audit log with its filters, without the words of a search', async () => {
  const before = (await exportEntries()).length;
  await exported('status=suspended&createdFrom=2026-01-01T00:00:00Z&sort=name');
  await exported('keyword=maria');
  const entries = (await exportEntries()).slice(before);
  expect(entries.map(({ actor, actor_id, user_id, changes }) => [actor, actor_id, user_id, changes])).toEqual(
    [
      [
        'administrator',
        admin.administrator.id,
        null,
        [
          { field: 'status', from: null, to: 'suspended' },
          { field: 'createdFrom', from: null, to: '2026-01-01T00:00:00Z' },
        ],
      ],
      ['administrator', admin.administrator.id, null, [{ field: 'keyword', from: null, to: null }]],
    ],
  );
  expect(entries.every(({ request_id }) => request_id)).toBe(true);
});

test('without the entry there is no file, and HEAD makes neither', async () => {
  const before = (await exportEntries()).length;
  expect((await request('', { method: 'HEAD' })).status).toBe(200);
  expect(await exportEntries()).toHaveLength(before);
  await db.schema.alterTable('audit_entries').renameTo('audit_entries_away').execute();
  const refused = await request('');
  await db.schema.alterTable('audit_entries_away').renameTo('audit_entries').execute();
  expect(refused.status).toBe(500);
  expect(await refused.text()).not.toContain(admin.administrator.email);
  expect((await request('')).status).toBe(200);
});

test('wrong filters are 400, and a file needs a session', async () => {
  expect((await request('status=gone')).status).toBe(400);
  expect((await fetch(`${api.base}/admin/user-export`)).status).toBe(401);
});
