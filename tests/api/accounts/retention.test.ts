import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { type Retention, retention } from '#api/accounts/retention.ts';
import { openSession } from '#api/auth/sessions.ts';
import { deletion } from '#brand/deletion.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();

type Row = Readonly<Record<string, unknown>>;
const before = new Map<string, Row | undefined>();
const after = new Map<string, Row | undefined>();

const tables: [string, Readonly<Record<string, Retention>>][] = Object.entries(retention);
const columns = tables.flatMap(([table, entries]) =>
  Object.entries(entries).map(([column, entry]): [string, string, Retention] => [table, column, entry]),
);

test('every column of the database has its retention', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db);
  const listed = columns.map(([table, column]) => `${table}.${column}`);
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('docs/security.md tells of every text what it is, who sees it and when it goes', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      and (data_type in ('text', 'jsonb') or udt_name = '_text')`.execute(db);
  const page = readFileSync('docs/security.md', 'utf8');
  const lines =
    page
      .split('\n## Texts\n')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| `.*\|$/gm) ?? [];
  const told = lines.flatMap((line) => {
    const [, names = '', what = '', who = '', when = ''] = line.split('|').map((cell) => cell.trim());
    expect([what, who]).not.toContain('');
    return Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => ({ name, when }));
  });
  expect(told.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  for (const [table, column, { treatment }] of columns) {
    const found = told.find(({ name }) => name === `${table}.${column}`);
    if (found) expect(found).toEqual({ ...found, when: expect.stringContaining(treatment) });
  }
});

test('the periods are those that the brand promises', () => {
  const [payments, note] = deletion.kept;
  expect(retention.charges.amount_cents).toEqual({ treatment: 'kept', days: payments.days });
  expect(retention.account_deletions.erased_at).toEqual({ treatment: 'kept', days: note.days });
  expect(retention.users.email).toEqual({ treatment: 'anonymised', withinDays: deletion.withinDays });
  expect(retention.limits.key).toEqual({ treatment: 'kept', days: 1 });
});

/** The first row of each table, as JSON. */
async function readRows(into: Map<string, Row | undefined>): Promise<void> {
  for (const [table] of tables) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(held) as row from ${sql.table(table)} as held
      order by to_jsonb(held) ->> 'id' limit 1`.execute(db);
    into.set(table, rows[0]?.row);
  }
}

beforeAll(async () => {
  const now = new Date();
  const person = await addAdministrator(db);
  await db
    .updateTable('users')
    .set({ external_id: 'x', locale: 'en', app_values: '{"phone":"1"}', second_factor_due_at: now })
    .where('id', '=', person.id)
    .execute();
  await openSession(db, { userId: person.id, rememberMe: true }, now);
  await sql`
    with totp as (
      insert into totp_secrets values (${person.id}, 'x', now(), 1, 'x', now())
    ), passkey as (
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at, last_used_at)
      values (${person.id}, 'x', 'x', 1, '{usb}', 'x', now(), now())
    ), code as (
      insert into recovery_codes values (${person.id}, 'x', now())
    ), challenge as (
      insert into sign_in_challenges values ('x', ${person.id}, true, 'x', 'x', now(), now())
    ) insert into passkey_challenges select id, 'step_up', 'x', now() from sessions`.execute(db);
  const { rows: made } = await sql<{ id: number }>`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    values (${person.id}, 'Monthly', 'x', 'ios', 'on_hold', now()) returning id`.execute(db);
  const subscription = made[0]?.id;
  await sql`
    with purchase as (
      insert into purchases (platform, key, user_id, subscription_id)
      values ('ios', 'x', ${person.id}, ${subscription})
    ), payment as (
      insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents)
      values (${person.id}, ${subscription}, 'x', 'ios', 'x', 1) returning id
    ), reminder as (
      insert into payment_reminders (payment_id, stage, queued_at) select id, 'on_hold', now() from payment
    ) insert into payment_checks (id, payment_id, administrator_id, notes, started_at)
      select gen_random_uuid(), id, ${person.id}, 'x', now() from payment`.execute(db);
  await sql`
    with job as (
      insert into background_jobs (kind, details, started_at, started_by)
      values ('payment_retry', '{}', now(), ${person.id}) returning id
    ) insert into background_job_rows (job_id, row, payment_id)
      select job.id, 1, failed_payments.id from job, failed_payments`.execute(db);
  await sql`
    insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, amount_cents)
    values (${subscription}, 'ios', 'x', now(), now(), true, 1)`.execute(db);
  await sql`
    with recipe as (insert into recipes (title, published_at) values ('x', now()) returning id)
    insert into recipe_versions (recipe_id, version, saved_at, saved_by, kind, content)
      select id, 1, now(), ${person.id}, 'created', '{}' from recipe`.execute(db);
  await sql`
    with import as (
      insert into background_jobs (kind, started_at, started_by)
      values ('recipe_import', now(), ${person.id}) returning id
    ), file as (
      insert into import_files (import_id, name) select id, 'x' from import returning id
    ), piece as (
      insert into import_pieces (file_id, place, bytes) select id, 0, 'x' from file
    ) insert into import_recipes (import_id, row, file, place, title)
      select id, 1, 'x', 'x', 'x' from import`.execute(db);
  await sql`
    with picture as (
      insert into pictures values (repeat('a', 64), 1, 1, 'data:', now(), ${person.id}) returning hash)
    insert into picture_copies select hash, 1, '' from picture`.execute(db);
  await sql`
    insert into store_notifications (platform, id, type, environment, sent_at, received_at, purchase_id, payload)
    select 'ios', 'x', 'x', 'production', now(), now(), id, '{}' from purchases`.execute(db);
  await sql`
    insert into purchase_questions (purchase_id, asked_at, since, administrator_id, answer, raw_state)
    select id, now(), now(), ${person.id}, 'purchase', 'x' from purchases`.execute(db);
  await sql`
    insert into courtesy_accesses (user_id, until, reason, granted_at) values (${person.id}, now(), 'x', now())`.execute(
    db,
  );
  await sql`
    insert into refund_requests (platform, notification_id, order_id, purchase_id, account_token, asked_at, answer_due_at,
      store_token, preference, answer, answered_at, outcome, outcome_at, due_at)
    select 'ios', 'x', 'x', id, gen_random_uuid(), now(), now(), 'x', 'decline', '{}', now(), 'granted', now(), now()
    from purchases`.execute(db);
  await sql`
    insert into store_acts (purchase_id, kind, reason, administrator_id, started_at)
    select id, 'cancel', 'x', ${person.id}, now() from purchases`.execute(db);
  await sql`insert into sandbox_lives values ('x', 'bought', now())`.execute(db);
  await sql`insert into erased_purchase_keys values ('x', now())`.execute(db);
  await sql`insert into reconciliations values ('ios', now(), now())`.execute(db);
  await sql`insert into exchange_rates values ('EUR', '2026-11-01', 1.08, now())`.execute(db);
  await sql`
    with made as (insert into app_keys (name, scopes, requests_per_minute, made_at, made_by)
      values ('x', '{users:read}', 1, now(), ${person.id}) returning id
    ), secret as (insert into app_key_secrets (hash, key_id, made_at) select 'x', id, now() from made)
    insert into app_key_minutes select id, now(), 1 from made`.execute(db);
  await sql`insert into limits (key, hits, forget_at) values ('x', '{}', now())`.execute(db);
  await sql`
    insert into mails (kind, address, created_at, due_at)
    values ('password_reset', ${person.email}, now(), now())`.execute(db);
  await sql`
    insert into one_time_tokens (user_id, purpose, mail_id, mail_created_at, hashes, expires_at)
    values (${person.id}, 'password_reset', gen_random_uuid(), now(), '{}', now())`.execute(db);
  await sql`
    insert into audit_entries (at, actor, action, user_id, changes)
    values (now(), 'owner', 'account_closed', ${person.id}, '[{"field": "phone", "from": "1", "to": "2"}]')`.execute(
    db,
  );
  await sql`
    insert into user_notes (user_id, written_at, written_by, text) values (${person.id}, now(), ${person.id}, 'x')`.execute(
    db,
  );
  const details = {
    ...{ phone: '123', is_email_verified: true, refund_data_consent: true },
    onboarding_status: 'completed',
  } as const;
  const refused = { reminders_refused_at: now };
  const closed = { status: 'deleted', is_deletion_under_way: true, ...details, ...refused } as const;
  await db.updateTable('users').set(closed).where('id', '=', person.id).execute();
  await sql`
    insert into account_deletions (user_id, reason, requested_at, confirmed_at, status_before)
    values (${person.id}, 'x', now(), now() - interval '40 days', 'active')`.execute(db);
  await readRows(before);
  await eraseDueAccounts(db, new Date(), createTestLog([]));
  await readRows(after);
});

test.each(columns)('%s.%s becomes what its retention says', (table, column, { treatment }) => {
  const old = before.get(table);
  if (!old) throw new Error(`${table} had no row.`);
  const now = after.get(table);
  if (treatment === 'erased') expect(now).toBeUndefined();
  if (treatment === 'anonymised') expect(now?.[column]).not.toEqual(old[column]);
  // The erasure itself may set an empty time.
  if (treatment === 'kept') expect(now?.[column]).toEqual(old[column] ?? now?.[column]);
  if (treatment !== 'erased') expect(now).toHaveProperty(column);
});
