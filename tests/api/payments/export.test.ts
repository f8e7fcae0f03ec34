import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

beforeEach(async () => {
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

const exported = (query = '', method = 'GET') =>
  fetch(`${api.base}/admin/failed-payment-export${query}`, {
    method,
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });

async function rowsOf(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  return parse(await response.text(), { columns: true, bom: true });
}

const entries = () =>
  db
    .selectFrom('audit_entries')
    .where('action', '=', 'payments_exported')
    .selectAll()
    .orderBy('id')
    .execute();

test('a file holds every payment that the list shows, in its order, and nothing that a spreadsheet runs', async () => {
  const at = new Date('2026-11-01T10:00:00Z');
  const ann = await addFailedPayment(
    db,
    { created_at: at, error_message: '=1+1', product_id: '-5' },
    { email: 'ann@example.com' },
  );
  await addFailedPayment(db, { platform: 'android' }, { email: 'bea@example.com' });
  await addFailedPayment(db, { recovered_at: at }, { email: 'carl@example.com' });
  await addFailedPayment(db, {}, { email: 'gone@example.com', status: 'deleted' });
  const emails = async (query: string) => (await rowsOf(await exported(query))).map(({ email }) => email);
  expect(await emails('?sort=email&order=desc')).toEqual(['bea@example.com', 'ann@example.com']);
  expect(await emails('?state=recovered')).toEqual(['carl@example.com']);
  expect(await emails('?keyword=nobody')).toEqual([]);
  for (const text of ['ann@example.com', 'nn@example.com', 'an', 'first ann@']) {
    expect(await emails(`?keyword=${encodeURIComponent(text)}`)).toEqual(['ann@example.com']);
  }
  const response = await exported('?keyword=ann&platform=ios');
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await rowsOf(response)).toEqual([
    {
      id: String(ann.id),
      user_id: String(ann.user.id),
      email: 'ann@example.com',
      product_id: "'-5",
      platform: 'ios',
      error_message: "'=1+1",
      created: at.toISOString(),
      last_outcome: '',
      last_message: '',
      last_checked: '',
      recovered: '',
      recovered_by: '',
      deadline: '',
      deadline_certainty: '',
      access: '',
    },
  ]);
});

test('a file says who recovered a payment, until when the store tries, and whether there is access', async () => {
  const at = new Date('2026-11-01T10:00:00Z');
  const soon = new Date(api.clock.now.getTime() + 86_400_000);
  await addFailedPayment(
    db,
    { created_at: at, deadline_at: soon, deadline_certainty: 'at_least', access_until: soon },
    { email: 'ann@example.com' },
  );
  await addFailedPayment(db, { recovered_at: at, recovered_alone: true });
  const columns = ['recovered_by', 'deadline', 'deadline_certainty', 'access'];
  const [recovered] = await rowsOf(await exported('?state=recovered'));
  expect(columns.map((name) => recovered?.[name])).toEqual(['the store', '', '', '']);
  const [failed] = await rowsOf(await exported());
  expect(columns.map((name) => failed?.[name])).toEqual(['', soon.toISOString(), 'at_least', 'yes']);
  expect(Object.keys(failed ?? {}).slice(-3)).toEqual(columns.slice(1));
});

test('each export is an audit entry with its filters, but without the words of the search', async () => {
  await rowsOf(await exported('?platform=ios&age=week&sort=email&keyword=ann%40example.com'));
  const before = await entries();
  const entry = before.at(-1);
  expect(entry).toMatchObject({ actor: 'administrator', actor_id: admin.administrator.id });
  expect(entry?.changes).toEqual([
    { field: 'platform', from: null, to: 'ios' },
    { field: 'age', from: null, to: 'week' },
    { field: 'keyword', from: null, to: null },
  ]);
  await exported('', 'HEAD');
  expect(await entries()).toHaveLength(before.length);
});

test('an export of many pages equals the database, row for row', async () => {
  const { subscriptionId, user } = await addFailedPayment(
    db,
    { purchase_token: 'x' },
    { email: 'ann@example.com' },
  );
  await sql`
    insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents, created_at)
    select ${user.id}::integer, ${subscriptionId}::integer, 'p' || n, 'ios', 'x', 1, timestamptz '2026-01-01Z' + (n % 700) * interval '1 min'
    from generate_series(1, 2300) as n`.execute(db);
  const stored = await db
    .selectFrom('failed_payments')
    .select(['id', 'product_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const rows = await rowsOf(await exported());
  expect(rows.map(({ id, product_id, created }) => [id, product_id, created])).toEqual(
    stored.map(({ id, product_id, created_at }) => [String(id), product_id, created_at.toISOString()]),
  );
});

test('other filters are 400, and a file needs a session', async () => {
  expect((await exported('?state=eaten')).status).toBe(400);
  expect((await createRequester(api.base).get('/admin/failed-payment-export')).status).toBe(401);
});
