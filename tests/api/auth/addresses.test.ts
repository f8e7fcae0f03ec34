import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFirstAdministrator } from '#api/accounts/first-administrator.ts';
import { up as cleanAddresses } from '#api/db/migrations/0006-addresses.ts';
import { readGivenUpMails } from '#api/mail/given-up.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** An address has one account, however it was copied, and whichever program wrote its domain. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { post } = createRequester(api.base);

const name = () => randomUUID().slice(0, 8);
const invite = (email: string) =>
  admin.post('/admin/administrators', {
    first_name: 'Ann',
    last_name: 'Lee',
    email,
    administrator_role: 'owner',
  });
const signIn = (email: string, password: string) => post('/auth/admin-login', { email, password });

test('an invited administrator is stored without invisible characters, and signs in with a copied address', async () => {
  const person = name();
  const { status, body } = await invite(`\u2066${person}@exam\u00ADple.com\u2069\u200F`);
  expect([status, body.message]).toEqual([200, `The invitation to ${person}@example.com is on its way.`]);
  const [, token] = (await api.waitForMailTo(`${person}@example.com`)).text.match(/token=([\w-]{43})/) ?? [];
  const password = randomUUID();
  await post('/auth/reset-password', { token, password, confirmPassword: password });
  for (const typed of [
    `${person}@example.com`,
    `\uFEFF${person}@example.com`,
    `${person}@example\u2060.com `,
  ])
    expect((await signIn(typed, password)).status).toBe(200);
  expect((await invite(`${person}\u200B@example.com`)).status).toBe(409);
});

test('failures under every spelling count for one account', async () => {
  const { email, password } = await addAdministrator(db);
  for (const mark of ['\u200B', '\u200E', '\u2060', '\u202C', '\u00AD'])
    expect((await signIn(`${mark}${email}`, 'wrong')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(429);
});

test.each(['Leo Test <leo@example.com>', 'mailto:leo@example.com', 'leo@example.com;', '“leo@example.com”'])(
  'no mail is promised for %s',
  async (email) => {
    const answers = [
      await post('/auth/forgot-password', { email }),
      await post('/auth/delete-account-request', { email, confirmation: 'DELETE' }),
    ];
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([422, 'Enter an email address, such as name@example.com.']);
    expect((await invite(email)).body.message).toBe('Enter one email address, such as name@example.com.');
    expect((await signIn(email, 'wrong')).status).toBe(401);
  },
);

test.each([
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--e1afmkfd.example', 'ПРИМЕР.example'],
])('a domain outside ASCII has one account, stored as %s and typed as %s', async (stored, typed) => {
  const { id, password, email } = await addAdministrator(db);
  const local = email.split('@')[0];
  await db
    .updateTable('users')
    .set({ email: `${local}@${stored}` })
    .where('id', '=', id)
    .execute();
  expect((await signIn(`${local}@${typed}`, password)).status).toBe(200);
  expect((await invite(`${local}@${typed}`)).status).toBe(409);
  await post('/auth/forgot-password', { email: `${local}@${typed}` });
  expect((await api.waitForMailTo(`${local}@${stored}`)).kind).toBe('password_reset');
});

test('both spellings of a domain share the limit of failed sign-ins', async () => {
  const { administrator, tokens } = await signInAdministrator({ db }, api);
  const local = administrator.email.split('@')[0];
  await db
    .updateTable('users')
    .set({ email: `${local}@bücher.example` })
    .where('id', '=', administrator.id)
    .execute();
  const caller = createRequester(api.base, tokens.token);
  for (let count = 1; count <= 5; count += 1) {
    const wrong = await caller.post('/admin/step-up', { method: 'password', password: 'wrong' });
    expect(wrong.status).toBe(422);
  }
  expect((await signIn(`${local}@xn--bcher-kva.example`, administrator.password)).status).toBe(429);
});

test('the first administrator takes no address of a user', async () => {
  const { db: empty } = await cloneDatabase();
  await addUser(empty, { email: 'mia@bücher.example' });
  const taken = await createFirstAdministrator(empty, { email: 'mia@xn--bcher-kva.example', password: 'x' });
  expect(taken).toBe('taken');
});

test('a mail belongs to its user in both spellings', async () => {
  const local = name();
  const { id } = await addUser(db, { email: `${local}@bücher.example` });
  await enqueueMail(db, { kind: 'password_changed', address: `${local}@xn--bcher-kva.example` }, new Date());
  await db
    .updateTable('mails')
    .set({ given_up_at: new Date() })
    .where('address', 'like', `${local}@%`)
    .execute();
  expect((await readGivenUpMails(db, { offset: 0, limit: 10 })).rows).toMatchObject([{ user_id: id }]);
});

test('addresses that are stored are cleaned, and none is taken from another account', async () => {
  const { db: older } = await cloneDatabase();
  const emails = [
    'leo@example.com\u200B',
    'Ann@example.com',
    '\u202Aann@example.com\u202C',
    'kim@نامه\u200Cای.example',
  ];
  for (const email of [...emails, '\u200Eleo@example.com']) await addUser(older, { email });
  await sql`alter function visible(text) rename to visible_before`.execute(older);
  await cleanAddresses(older as never);
  const rows = await older.selectFrom('users').select('email').orderBy('id').execute();
  expect(rows.map(({ email }) => email)).toEqual([
    'leo@example.com',
    ...emails.slice(1),
    '\u200Eleo@example.com',
  ]);
});

test('SQL removes the characters that the contract removes', async () => {
  const { rows } = await sql<{ code: number }>`
    select code from generate_series(1, 1114111) as code
    where code not between 55296 and 57343 and visible(chr(code)) = ''`.execute(db);
  const invisible = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) =>
    /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u.test(String.fromCodePoint(code)),
  );
  expect(rows.map(({ code }) => code)).toEqual(invisible);
});
