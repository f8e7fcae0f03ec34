import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import type { GivenUpMail, MailKind } from '#contract/mails.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const HOUR_MS = 3_600_000;

beforeEach(() => db.deleteFrom('mails').execute());

/** Asked for three hours ago, and given up an hour later. */
async function addGivenUp(address: string, kind: MailKind, minute = 0): Promise<string> {
  const created_at = new Date(api.clock.now.getTime() - 3 * HOUR_MS);
  const given_up_at = new Date(created_at.getTime() + HOUR_MS + minute * 60_000);
  const { id } = await db
    .insertInto('mails')
    .values({
      kind,
      address,
      reason: 'Because.',
      created_at,
      due_at: given_up_at,
      attempts: 4,
      last_error: 'EENVELOPE RCPT TO 550',
      given_up_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const read = async (search = '') => {
  const { body } = await admin.get(`/admin/mails-given-up${search}`);
  return { mails: body.data as GivenUpMail[], body };
};
const retry = (id: string) => admin.post(`/admin/mails-given-up/${id}/retry`);

test('the newest are listed with the reason in plain words, and without what a person wrote', async () => {
  const user = await addUser(db, { email: `Ann.${randomUUID()}@example.com` });
  const stranger = `${randomUUID()}@example.com`;
  await addGivenUp(stranger, 'password_changed', 1);
  const id = await addGivenUp(user.email.toLowerCase(), 'deletion_request', 2);
  await db
    .insertInto('mails')
    .values({
      kind: 'password_reset',
      address: stranger,
      reason: null,
      created_at: api.clock.now,
      due_at: new Date(api.clock.now.getTime() + HOUR_MS),
      attempts: 1,
      last_error: 'ETIMEDOUT CONN',
      given_up_at: null,
    })
    .execute();
  const { mails, body } = await read();
  expect(mails).toEqual([
    {
      id,
      kind: 'deletion_request',
      recipient: user.email.toLowerCase(),
      userId: user.id,
      givenUpAt: expect.any(String),
      failure: 'The mail server refused the recipient’s address (550).',
      attempts: 4,
    },
    expect.objectContaining({ recipient: stranger, userId: null, kind: 'password_changed' }),
  ]);
  expect(body).toMatchObject({ total: 2 });
});

test('a page has 20, and all are counted', async () => {
  for (let minute = 0; minute < 22; minute += 1) {
    await addGivenUp(`${minute}@example.com`, 'password_changed', minute);
  }
  const { mails, body } = await read();
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${21 - index}@example.com`),
  );
  expect(body).toMatchObject({ total: 22, page: 1, pageSize: 20 });
  const next = await read('?page=2');
  expect(next.mails.map(({ recipient }) => recipient)).toEqual(['1@example.com', '0@example.com']);
  expect(next.body).toMatchObject({ total: 22, page: 2, pageSize: 20 });
  expect((await read('?page=3')).mails).toEqual([]);
});

test('a link that is sent again is a new one with its whole time, and the links of the mail before it are dead', async () => {
  const { id: userId, email } = await addAdministrator(db);
  const id = await addGivenUp(email, 'password_reset');
  const [created_at] = (await db.selectFrom('mails').where('id', '=', id).select('created_at').execute()).map(
    (mail) => mail.created_at,
  );
  const old = await issueOneTimeToken(
    db,
    { userId, purpose: 'password_reset', carrier: { id, created_at: created_at ?? new Date() } },
    api.clock.now,
  );
  expect(await retry(id)).toMatchObject({
    status: 200,
    body: { message: 'The email is being sent again.' },
  });
  const sent = await api.waitForMailTo(email);
  const [, token] = sent.text.match(/reset-password\?token=([\w-]{43})/) ?? [];
  const password = randomUUID();
  const choose = (used: unknown) =>
    admin.post('/auth/reset-password', { token: used, password, confirmPassword: password });
  expect((await choose(old)).status).toBe(400);
  expect((await choose(token)).status).toBe(200);
  await expect.poll(async () => (await read()).mails).toEqual([]);
});

test('a retry has an audit entry on the record of its person, without the address', async () => {
  const user = await addUser(db);
  const id = await addGivenUp(user.email, 'deletion_request');
  await retry(id);
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'mail_retried')
    .selectAll()
    .orderBy('id', 'desc')
    .execute();
  expect(entries[0]).toMatchObject({
    actor: 'administrator',
    actor_id: admin.administrator.id,
    user_id: user.id,
    changes: [{ field: 'mail', from: null, to: 'deletion_request' }],
  });
  expect(JSON.stringify(entries)).not.toContain(user.email);
});

test('a mail is sent again once, however often it is asked for; one that is not given up never', async () => {
  const address = `${randomUUID()}@example.com`;
  const id = await addGivenUp(address, 'password_changed');
  const replies = await Promise.all([retry(id), retry(id), retry(id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  await api.waitForMailTo(address);
  expect(api.sent.filter(({ to }) => to === address)).toHaveLength(1);
  for (const unknown of [randomUUID(), 'x', '1']) expect((await retry(unknown)).status).toBe(404);
});
