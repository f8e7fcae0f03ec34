import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { findAdministratorByToken, openSession } from '#api/auth/sessions.ts';
import { deletion } from '#brand/deletion.ts';
import { stores } from '#brand/stores.ts';
import type { MailKind } from '#contract/mails.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { storePayment } from '#tests/setup/api/payments.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const { post } = createRequester(api.base);
const DAY_MS = 86_400_000;
const log = createTestLog([]);

const request = (email: string, reason?: string) =>
  post('/auth/delete-account-request', { email, reason, confirmation: 'DELETE' });
const confirm = (token: string) => post('/auth/verify-delete-account-request', { token });

async function tokenFor(email: string, reason?: string): Promise<string> {
  const texts = () => sentTo(email, 'deletion_request').map(({ text }) => text);
  const before = texts().length;
  await request(email, reason);
  await expect.poll(texts, { timeout: 20_000 }).toHaveLength(before + 1);
  const token = texts()
    .at(-1)
    ?.match(/delete-account\/([\w-]{43})\b/)?.[1];
  if (!token) throw new Error('The mail has no link.');
  return token;
}

const sentTo = (email: string, kind: MailKind) =>
  api.sent.filter((message) => message.to === email && message.kind === kind);
const emptied = () =>
  expect.poll(() => db.selectFrom('mails').selectAll().execute(), { timeout: 20_000 }).toEqual([]);

const userOf = (id: number) =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

test('the owner closes an account in two steps, both with a warning about the store', async () => {
  const [user] = [await addAdministrator(db), await addAdministrator(db)];
  const session = await openSession(db, { userId: user.id, rememberMe: true }, api.clock.now);
  const reason = `reason ${randomUUID()}`;
  const token = await tokenFor(user.email, ` ${reason} `);
  const mail = await api.waitForMailTo(user.email);
  expect(mail.text).toContain(`${SITE}/delete-account/${token}\n`);
  expect((await userOf(user.id)).status).toBe('active');

  const { status, body } = await confirm(token);
  expect([status, body.message]).toEqual([
    200,
    `Your account is closed. Everything will be erased within ${deletion.withinDays} days.`,
  ]);
  expect((await userOf(user.id)).status).toBe('deleted');
  expect(await findAdministratorByToken(db, session.token, api.clock.now)).toBeNull();
  expect((await post('/auth/refresh-token', { refreshToken: session.refreshToken })).status).toBe(401);
  const note = await db.selectFrom('account_deletions').where('user_id', '=', user.id).selectAll().execute();
  expect(note).toMatchObject([{ reason, confirmed_at: api.clock.now, erased_at: null }]);
  await emptied();
  const mails = [...sentTo(user.email, 'deletion_request'), ...sentTo(user.email, 'account_deleted')];
  expect(mails).toHaveLength(2);
  for (const { text, html } of mails) {
    for (const { subscriptions } of stores) {
      expect(text).toContain(subscriptions);
      expect(html).toContain(subscriptions);
    }
  }
  expect((await confirm(token)).status).toBe(400);
  // A closed account gets no further link.
  await request(user.email);
  await emptied();
  expect(sentTo(user.email, 'deletion_request')).toHaveLength(1);
});

test('exactly one of fifty parallel confirmations succeeds', async () => {
  const user = await addUser(db);
  const token = await tokenFor(user.email);
  const replies = await Promise.all(Array.from({ length: 50 }, () => confirm(token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(49);
});

test('a link that was composed while another one closed the account has no effect', async () => {
  const user = await addUser(db);
  expect((await confirm(await tokenFor(user.email))).status).toBe(200);
  const mail = { id: randomUUID(), created_at: new Date(api.clock.now.getTime() + 1) };
  const token = await issueOneTimeToken(
    db,
    { userId: user.id, purpose: 'deletion_request', carrier: mail },
    api.clock.now,
  );
  expect((await confirm(token ?? '')).status).toBe(400);
  const entries = await db.selectFrom('audit_entries').where('user_id', '=', user.id).selectAll().execute();
  expect(entries).toHaveLength(1);
});

test('a link expires after the hours that shared/brand promises', async () => {
  const user = await addUser(db);
  const token = await tokenFor(user.email);
  const start = api.clock.now;
  api.clock.now = new Date(start.getTime() + deletion.linkHours * 3_600_000);
  expect((await confirm(token)).status).toBe(400);
  api.clock.now = start;
  expect((await confirm(token)).status).toBe(200);
});

test('the last administrator stays, even if the last two close their accounts in parallel', async () => {
  await db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .execute();
  const [one, other] = [await addAdministrator(db), await addAdministrator(db)];
  const tokens = [await tokenFor(one.email), await tokenFor(other.email)];
  const replies = await Promise.all(tokens.map(confirm));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const left = await db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .selectAll()
    .execute();
  expect(left).toHaveLength(1);
  // The token was not used: with a second administrator the same link works.
  await addAdministrator(db);
  const refused = tokens[replies.findIndex(({ status }) => status === 409)] ?? '';
  expect((await confirm(refused)).status).toBe(200);
});

test.each([
  [{}, 'Email is required'],
  [{ email: ' ', confirmation: 'DELETE' }, 'Email is required'],
  [{ email: 'a@example.com' }, 'Please type "DELETE" to confirm.'],
  [{ email: 'a@example.com', confirmation: 'delete' }, 'Please type "DELETE" to confirm.'],
  [{ email: 'a@example.com', confirmation: 'DELETE ' }, 'Please type "DELETE" to confirm.'],
  [{ email: 'a@example.com', confirmation: true }, 'Please type "DELETE" to confirm.'],
])('%j is refused: %s', async (fields, message) => {
  expect(await post('/auth/delete-account-request', fields)).toMatchObject({
    status: 422,
    body: { message },
  });
});

test('a confirmation without a token is refused with the message of the page', async () => {
  expect(await confirm(' ')).toMatchObject({ status: 422, body: { message: 'Token is missing.' } });
  expect((await confirm(randomUUID())).status).toBe(400);
});

/** Every text value of the database. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ xml: string }>`
    select database_to_xml(true, false, '')::text as xml`.execute(db);
  return rows[0]?.xml ?? '';
}

test('an erasure removes all personal data within the promised days, and keeps what it must', async () => {
  const mark = randomUUID().slice(0, 8);
  const user = await addUser(db, {
    first_name: `Vor${mark}`,
    last_name: `Nach${mark}`,
    email: `mail${mark}@example.com`,
    phone: `+1 202 ${mark}`,
    password_hash: `hash${mark}`,
  });
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: 'x.monthly',
      platform: 'ios',
      status: 'on_hold',
      start_date: '2026-01-01T00:00:00Z',
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storePayment(db, {
    subscription_id: subscription.id,
    product_id: 'x.monthly',
    platform: 'ios',
    purchase_token: `token${mark}`,
    amount_cents: 1,
    error_message: null,
    check_id: null,
    checking_since: null,
    recovered_at: null,
    recovered_by: null,
  });
  await db
    .insertInto('charges')
    .values(
      paidCharge({
        subscription_id: subscription.id,
        charged_at: '2026-01-01T00:00:00Z',
        amount_cents: 4242,
      }),
    )
    .execute();
  await openSession(db, { userId: user.id, rememberMe: true }, api.clock.now);
  expect((await confirm(await tokenFor(user.email, `because ${mark}`))).status).toBe(200);
  await emptied();
  expect(await everything()).toContain(mark);

  const promised = api.clock.now.getTime() + deletion.withinDays * DAY_MS;
  await eraseDueAccounts(db, new Date(promised - 1), log);
  expect(await everything()).not.toContain(mark);
  expect(await userOf(user.id)).toMatchObject({ first_name: 'Deleted', status: 'deleted', phone: null });
  const charges = db.selectFrom('charges').where('subscription_id', '=', subscription.id).selectAll();
  expect(await charges.execute()).toMatchObject([{ amount_cents: 4242 }]);
  const notes = db.selectFrom('account_deletions').where('user_id', '=', user.id).selectAll();
  expect(await notes.execute()).toMatchObject([{ reason: null }]);

  const [records, note] = deletion.kept;
  await eraseDueAccounts(db, new Date(promised + (note.days + 1) * DAY_MS), log);
  expect(await notes.execute()).toEqual([]);
  expect(await charges.execute()).toHaveLength(1);
  await eraseDueAccounts(db, new Date(promised + (records.days + 1) * DAY_MS), log);
  expect(await charges.execute()).toEqual([]);
  expect(await db.selectFrom('users').where('id', '=', user.id).selectAll().execute()).toEqual([]);
});

test('no account is erased without a confirmation or before its time', async () => {
  const [asked, closed] = [await addUser(db), await addUser(db)];
  await tokenFor(asked.email);
  await confirm(await tokenFor(closed.email));
  await eraseDueAccounts(db, new Date(api.clock.now.getTime() + DAY_MS), log);
  expect((await userOf(closed.id)).email).toBe(closed.email);
  await eraseDueAccounts(db, new Date(api.clock.now.getTime() + 400 * DAY_MS), log);
  expect((await userOf(asked.id)).email).toBe(asked.email);
});
