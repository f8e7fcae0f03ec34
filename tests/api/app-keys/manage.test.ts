import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AppKey, MAX_KEY_NAME_LENGTH } from '#contract/app/keys.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { first_name, last_name, email } = admin.administrator;
const by = `${first_name} ${last_name} (${email})`;
const user = await addUser(db);

const wanted = (name = `Key ${randomUUID()}`) => ({ name, scopes: ['entitlements:read'] });
type Made = { id: number; secret: string };
const make = async (body: object) => {
  const answer = await admin.post('/admin/app-keys', body);
  return { ...answer, made: answer.body.data as Made };
};
const list = async () => (await admin.get('/admin/app-keys')).body.data as AppKey[];
const works = async (secret: string) =>
  (await createRequester(api.base, secret).get(`/entitlements/${user.id}`)).status === 200;

test('a key is made, listed without its secret, rolled and revoked, and each is audited', async () => {
  const name = 'The app’s servers';
  const { made, status } = await make({
    name: ` ${name}\n`,
    scopes: ['entitlements:read', 'users:read', 'users:read'],
    expiresOn: '2999-12-31',
    requestsPerMinute: 50,
  });
  expect(status).toBe(200);
  expect(await works(made.secret)).toBe(true);
  const before = await admin.get('/admin/app-keys');
  expect(JSON.stringify(before.body)).not.toContain(made.secret);
  const now = api.clock.now.toISOString();
  const shown = {
    id: made.id,
    name,
    scopes: ['users:read', 'entitlements:read'],
    requestsPerMinute: 50,
    madeAt: now,
    madeBy: by,
    lastUsedAt: now,
    expiresOn: '2999-12-31',
    state: 'active',
    olderSecretEndsAt: null,
  };
  expect(before.body.data).toEqual([shown]);
  const rolled = (await admin.post(`/admin/app-keys/${made.id}/roll`)).body.data as Made;
  expect(rolled.secret).not.toBe(made.secret);
  const olderSecretEndsAt = new Date(api.clock.now.getTime() + 24 * 3_600_000).toISOString();
  expect(await list()).toEqual([{ ...shown, olderSecretEndsAt }]);
  expect((await admin.post(`/admin/app-keys/${made.id}/revoke`)).status).toBe(200);
  expect([await works(made.secret), await works(rolled.secret)]).toEqual([false, false]);
  expect(await list()).toMatchObject([{ state: 'revoked' }]);
  const { body } = await admin.get('/admin/activity');
  const entries = body.data as { action: string; by: string; changes: unknown }[];
  expect(entries.map(({ action, by: who, changes }) => [action, who, changes])).toEqual([
    ['app_key_revoked', by, [{ field: 'app_key', from: name, to: null }]],
    ['app_key_rolled', by, [{ field: 'app_key', from: null, to: name }]],
    [
      'app_key_made',
      by,
      [
        { field: 'app_key', from: null, to: name },
        { field: 'scopes', from: null, to: 'users:read, entitlements:read' },
        { field: 'expiry', from: null, to: '2999-12-31' },
      ],
    ],
  ]);
});

test('a name belongs to one living key, and is free after that is revoked', async () => {
  const { made } = await make(wanted('Staging'));
  for (const other of ['STAGING', 'STAG\u200BING']) {
    const { status, body } = await make(wanted(other));
    expect([status, body.message]).toEqual([409, 'There’s already a key named STAGING.']);
  }
  await admin.post(`/admin/app-keys/${made.id}/revoke`);
  const answers = await Promise.all([make(wanted('staging')), make(wanted('Staging'))]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test.each([
  [{ name: ' \n', scopes: ['users:read'] }, 'Name is required'],
  [{ name: '\u200B\u202E', scopes: ['users:read'] }, 'Name is required'],
  [
    { name: 'x'.repeat(MAX_KEY_NAME_LENGTH + 1), scopes: ['users:read'] },
    'A name can have at most 60 characters',
  ],
  [{ name: 'app_backend_key', scopes: ['users:read'] }, /^APP_BACKEND_KEY is the name of/],
  [{ name: 'x' }, 'The field "scopes" isn’t valid.'],
  [{ name: 'x', scopes: [] }, 'Choose at least one scope'],
  [{ name: 'x', scopes: ['users:delete'] }, /^A scope must be one of users:read, /],
  [{ ...wanted(), expiresOn: '2999-02-30' }, 'This day doesn’t exist.'],
  [{ ...wanted(), expiresOn: 'tomorrow' }, 'Enter the day as YYYY-MM-DD'],
  [{ ...wanted(), expiresOn: '2001-01-01' }, 'This day has passed. Choose today or a later day.'],
  [{ ...wanted(), requestsPerMinute: 0 }, 'Enter a whole number from 1 to 100,000'],
  [{ ...wanted(), requestsPerMinute: 1.5 }, 'Enter a whole number from 1 to 100,000'],
])('a wrong field is refused with its sentence: %j', async (body, message) => {
  const before = await list();
  const answer = await make(body);
  expect([answer.status, answer.body.message]).toEqual([
    422,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
  expect(await list()).toEqual(before);
});

test('a key that has ended is neither rolled nor revoked again', async () => {
  const today = api.clock.now;
  const expiresOn = today.toISOString().slice(0, 10);
  const { made } = await make({ ...wanted(), expiresOn });
  api.clock.now = new Date(today.getTime() + 24 * 3_600_000);
  const later = await signInAdministrator(database, api);
  const shown = (await later.get('/admin/app-keys')).body.data as AppKey[];
  expect(shown.find(({ id }) => id === made.id)).toMatchObject({ state: 'expired', expiresOn });
  const roll = () => later.post(`/admin/app-keys/${made.id}/roll`);
  const revoke = () => later.post(`/admin/app-keys/${made.id}/revoke`);
  expect((await roll()).body).toMatchObject({
    status: 409,
    message: 'This key has expired. Create a new one.',
  });
  expect((await revoke()).status).toBe(200);
  for (const again of [roll, revoke])
    expect((await again()).body).toMatchObject({
      status: 409,
      message: 'This key has already been revoked.',
    });
  expect((await later.post('/admin/app-keys/99999/roll')).status).toBe(404);
  api.clock.now = today;
});

test('these calls are for administrators, and no key of the app opens them', async () => {
  const { made } = await make(wanted());
  for (const token of [undefined, made.secret]) {
    const visitor = createRequester(api.base, token);
    expect((await visitor.get('/admin/app-keys')).status).toBe(401);
    expect((await visitor.post('/admin/app-keys', wanted())).status).toBe(401);
    expect((await visitor.post(`/admin/app-keys/${made.id}/revoke`)).status).toBe(401);
  }
  expect(await works(made.secret)).toBe(true);
});

test('a key that may ask about access lets administrators grant it', async () => {
  const capabilitiesOf = async () => {
    const { email: address, password } = admin.administrator;
    const { body } = await createRequester(api.base).post('/auth/admin-login', { email: address, password });
    return (body.data as { capabilities: string[] }).capabilities;
  };
  for (const { id, state } of await list())
    if (state !== 'revoked') await admin.post(`/admin/app-keys/${id}/revoke`);
  await make({ ...wanted(), scopes: ['users:write'] });
  expect(await capabilitiesOf()).not.toContain('courtesy:grant');
  expect((await admin.get(`/admin/users/${user.id}/courtesy-access`)).status).toBe(404);
  const { made: reader } = await make({ ...wanted(), scopes: ['users:read'] });
  expect(await capabilitiesOf()).toContain('courtesy:grant');
  await admin.post(`/admin/app-keys/${reader.id}/revoke`);
  const { made } = await make(wanted());
  expect(await capabilitiesOf()).toContain('courtesy:grant');
  expect((await admin.get(`/admin/users/${user.id}/courtesy-access`)).status).toBe(200);
  await admin.post(`/admin/app-keys/${made.id}/revoke`);
  expect(await capabilitiesOf()).not.toContain('courtesy:grant');
});
