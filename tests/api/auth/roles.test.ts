import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adminCalls, rolesOf } from '#api/auth/access.ts';
import { openSession } from '#api/auth/sessions.ts';
import { type AdministratorRole, administratorRoles } from '#contract/roles.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { demo: true });

async function signInAs(role: AdministratorRole) {
  // Without a password: its hash takes long.
  const administrator = await addUser(db, { role: 'admin', administrator_role: role });
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  return { administrator, tokens, ...createRequester(api.base, tokens.token) };
}

const callsOf = (list: readonly { method: string; path: string }[]) =>
  [...new Set(list.map(({ method, path }) => `${method} ${path}`))].sort();

test('every call below /admin has an entry in the table, and every entry is a call', () => {
  const served = api.routes
    .map(({ method, path }) => ({ method, path: path.replace(/^\/api\/v1/, '') }))
    .filter(({ path }) => path.startsWith('/admin/'));
  expect(served.length).toBeGreaterThan(80);
  expect(callsOf(adminCalls.map(({ call }) => call))).toEqual(callsOf(served));
});

/** Written down a second time, so that no call moves to another role by mistake. Below /admin/. */
const callsByRoles: Readonly<Record<string, readonly string[]>> = {
  'owner, support, editor, analyst': [
    'GET account',
    'GET account/security',
    'GET recipe-values',
    'GET recipes',
    'GET recipes/:recipeId',
    'GET search',
    'POST account/password',
    'POST account/security/passkeys',
    'POST account/security/passkeys/:id/remove',
    'POST account/security/passkeys/options',
    'POST account/security/recovery-codes',
    'POST account/security/totp',
    'POST account/security/totp/confirm',
    'POST account/security/totp/remove',
    'POST account/sessions/:id/end',
    'POST account/sign-out-everywhere',
    'POST logout',
    'POST step-up',
    'POST step-up/options',
  ],
  'owner, support, analyst': [
    'GET activity',
    'GET overview',
    'GET purchases/:purchaseId/timeline',
    'GET refund-figures',
    'GET refund-requests',
    'GET refund-requests/:id',
    'GET subscriptions/:id/charges',
    'GET subscriptions/failed-payment-values',
    'GET subscriptions/failed-payments',
    'GET subscriptions/failed-payments/:id/checks',
    'GET subscriptions/history/:userId',
    'GET subscriptions/recovery-figures',
    'GET subscriptions/stats',
    'GET user-values',
    'GET users',
    'GET users/:userId',
    'GET users/:userId/audit',
    'GET users/:userId/timeline',
  ],
  'owner, analyst': ['GET subscriptions/stats-export'],
  'owner, support': [
    'GET mails-given-up',
    'GET payment-retries',
    'GET payment-retries/:retryId/rows',
    'GET store-health',
    'GET subscriptions/:id/store-acts',
    'GET unattributed-purchases',
    'GET users/:userId/courtesy-access',
    'GET users/:userId/notes',
    'GET users/:userId/personal-data',
    'GET users/:userId/reminders',
    'POST mails-given-up/:id/retry',
    'POST order-lookups',
    'POST payment-retries',
    'POST payment-retries/:retryId/stop',
    'POST refund-requests/:id/answer',
    'POST store-health/test-notification',
    'POST subscriptions/:id/store-acts',
    'POST subscriptions/failed-payments/:id/reminder',
    'POST subscriptions/retry/:id',
    'POST users/:userId/courtesy-access',
    'POST users/:userId/courtesy-access/revoke',
    'POST users/:userId/notes',
    'POST users/:userId/notes/:noteId/delete',
    'POST users/:userId/restore',
    'POST users/:userId/stop-deletion',
    'POST users/:userId/suspend',
    'PUT users/:userId',
    'PUT users/:userId/reminders',
  ],
  owner: [
    'GET activity-export',
    'GET administrators',
    'GET app-keys',
    'GET failed-payment-export',
    'GET user-export',
    'GET users/:userId/sessions',
    'POST administrators',
    'POST administrators/:id/password-link',
    'POST administrators/:id/reset-factor',
    'POST app-keys',
    'POST app-keys/:id/revoke',
    'POST app-keys/:id/roll',
    'POST users/:userId/end-sessions',
    'POST users/:userId/sessions/:sessionId/end',
    'PUT administrators/:id/role',
    'PUT refund-rules',
  ],
  'owner, editor': [
    'GET recipe-changes',
    'GET recipe-changes/:changeId/rows',
    'GET recipe-export',
    'GET recipe-imports',
    'GET recipe-imports/:importId',
    'GET recipe-imports/:importId/rows',
    'GET recipes/:recipeId/versions',
    'GET recipes/:recipeId/versions/:version',
    'POST pictures',
    'POST recipe-changes',
    'POST recipe-changes/:changeId/stop',
    'POST recipe-entries',
    'POST recipe-imports',
    'POST recipe-imports/:importId/choices',
    'POST recipe-imports/:importId/discard',
    'POST recipe-imports/:importId/files/:name',
    'POST recipe-imports/:importId/read',
    'POST recipe-imports/:importId/start',
    'POST recipe-imports/:importId/stop',
    'POST recipe-imports/:importId/undo',
    'POST recipes',
    'POST recipes/:recipeId/delete',
    'POST recipes/:recipeId/publish',
    'POST recipes/:recipeId/restore',
    'POST recipes/:recipeId/revert',
    'POST recipes/:recipeId/unpublish',
    'POST recipes/bulk',
    'PUT recipes/:recipeId',
  ],
};

test('each call is open to these roles', () => {
  const found: Record<string, string[]> = {};
  for (const { call, capability } of adminCalls) {
    const allowed = administratorRoles.filter(
      (role) => capability === null || rolesOf[capability].includes(role),
    );
    const roles = allowed.join(', ');
    found[roles] = [...(found[roles] ?? []), `${call.method} ${call.path.replace('/admin/', '')}`];
  }
  for (const calls of Object.values(found)) calls.sort();
  expect(found).toEqual(callsByRoles);
});

test('docs/security.md has the same table', async () => {
  const text = await readFile('docs/security.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([\w:-]+)` \| [^|]+ \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)];
  const said = rows.map(([, capability = '', ...cells]) => [
    capability,
    administratorRoles.filter((_, at) => cells[at]?.trim() === 'yes'),
  ]);
  const order = (roles: readonly AdministratorRole[]) =>
    administratorRoles.filter((role) => roles.includes(role));
  expect(said).toEqual(Object.entries(rolesOf).map(([capability, roles]) => [capability, order(roles)]));
});

/** An address of the call, of records that do not exist. */
const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'name' ? 'a.csv' : '2147483000'));

test.each(administratorRoles)('%s may make the calls of the table, and no other', async (role) => {
  const refused: string[] = [];
  for (const { call, capability } of adminCalls) {
    const { administrator, tokens } = await signInAs(role);
    const isAllowed = capability === null || rolesOf[capability].includes(role);
    const response = await fetch(api.base + addressOf(call.path), {
      method: call.method,
      headers: { authorization: `Bearer ${tokens.token}`, 'content-type': 'application/json' },
      // A refusal does not read it.
      ...(call.method === 'GET' ? {} : { body: isAllowed ? '{}' : '{' }),
    });
    const text = await response.text();
    const name = `${call.method} ${call.path}`;
    if (!isAllowed) {
      expect([name, response.status, JSON.parse(text)]).toEqual([
        name,
        403,
        { status: 403, message: 'Your role can’t do this. An owner can change your role.' },
      ]);
      refused.push(name);
    } else expect([401, 403, 500], name).not.toContain(response.status);
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', administrator.id).execute();
  }
  expect(refused.length > 0).toBe(role !== 'owner');
});

test('sign-in and refresh name what the role may do', async () => {
  for (const role of administratorRoles) {
    const { email, password } = await addAdministrator(db, role);
    const { post } = createRequester(api.base);
    const { body } = await post('/auth/admin-login', { email, password });
    const { tokens, capabilities, user } = body.data as {
      tokens: { refreshToken: string };
      capabilities: string[];
      user: { role: string };
    };
    expect(user.role).toBe('admin');
    const refreshed = await post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    expect(refreshed.body.data).toMatchObject({ capabilities });
    const expected = Object.entries(rolesOf).filter(
      ([capability, roles]) => roles.includes(role) && capability !== 'security:required',
    );
    expect(capabilities.toSorted()).toEqual(expected.map(([capability]) => capability).sort());
  }
});

test('only an owner changes an administrator’s account or reads their data', async () => {
  const support = await signInAs('support');
  const owner = await signInAs('owner');
  const colleague = await addAdministrator(db, 'editor');
  const customer = await addUser(db);
  const profile = { first_name: 'A', last_name: 'B', phone: '+12025550101' };
  const changes = adminCalls.filter(
    ({ call, capability }) =>
      call.path.startsWith('/admin/users/:userId') &&
      (call.method !== 'GET' || call.path.endsWith('/personal-data')) &&
      capability !== null &&
      rolesOf[capability].includes('support'),
  );
  expect(changes.length).toBeGreaterThan(8);
  for (const { call } of changes) {
    const address = call.path.replace(':userId', String(colleague.id)).replaceAll(/:\w+/g, '1');
    const body = call.method === 'GET' ? undefined : {};
    expect(await support.send(call.method, address, body), address).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can change an administrator’s account.' },
    });
  }
  for (const { id } of [colleague, support.administrator]) {
    expect((await support.post(`/admin/users/${id}/suspend`)).status).toBe(403);
    expect((await support.put(`/admin/users/${id}`, { ...profile, id })).status).toBe(403);
    expect((await support.post(`/admin/users/${id}/notes`, { text: 'Hi' })).status).toBe(403);
    expect((await support.get(`/admin/users/${id}/personal-data`)).status).toBe(403);
    expect((await support.get(`/admin/users/${id}`)).status).toBe(200);
  }
  expect((await support.put(`/admin/users/${customer.id}`, { ...profile, id: customer.id })).status).toBe(
    200,
  );
  expect((await support.post(`/admin/users/${customer.id}/suspend`)).status).toBe(200);
  expect((await owner.post(`/admin/users/${colleague.id}/suspend`)).status).toBe(200);
});

test('another role ends the sessions, is in the log once, and holds at the next sign-in', async () => {
  const owner = await signInAs('owner');
  const { id, email, password } = await addAdministrator(db, 'support');
  const { token, refreshToken } = await openSession(db, { userId: id, rememberMe: true }, api.clock.now);
  const colleague = createRequester(api.base, token);
  expect((await colleague.get('/admin/users')).status).toBe(200);
  const change = (administrator_role: unknown) =>
    owner.put(`/admin/administrators/${id}/role`, { administrator_role });
  expect((await change('editor')).body.message).toMatch(
    / now has the role Editor and is signed out everywhere\.$/,
  );
  expect((await colleague.get('/admin/recipes')).status).toBe(401);
  expect((await colleague.post('/auth/refresh-token', { refreshToken })).status).toBe(401);
  await change('editor');
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', id)
    .select(['action', 'actor_id', 'changes'])
    .execute();
  expect(entries).toEqual([
    {
      action: 'administrator_role_changed',
      actor_id: owner.administrator.id,
      changes: [{ field: 'administrator_role', from: 'support', to: 'editor' }],
    },
  ]);
  const { body } = await colleague.post('/auth/admin-login', { email, password });
  expect(body.data).toMatchObject({ capabilities: expect.not.arrayContaining(['users:read']) });
  for (const wrong of ['admin', 'Owner', '', null, undefined]) {
    const { status, body: refusal } = await change(wrong);
    expect([status, refusal.message]).toEqual([422, expect.stringMatching(/role/)]);
  }
  expect(
    (await owner.put('/admin/administrators/2147483000/role', { administrator_role: 'owner' })).status,
  ).toBe(404);
  const customer = await addUser(db);
  const wrongPerson = `/admin/administrators/${customer.id}/role`;
  expect((await owner.put(wrongPerson, { administrator_role: 'owner' })).status).toBe(404);
});

test('an invitation needs a role, and gives it', async () => {
  const owner = await signInAs('owner');
  const person = { first_name: 'Ann', last_name: 'Lee', email: `${randomUUID()}@example.com` };
  const without = await owner.post('/admin/administrators', person);
  expect([without.status, without.body.message]).toEqual([422, 'Choose a role.']);
  await owner.post('/admin/administrators', { ...person, administrator_role: 'analyst' });
  const { body } = await owner.get('/admin/administrators');
  expect(body.data).toContainEqual(
    expect.objectContaining({ email: person.email, administrator_role: 'analyst' }),
  );
});

test('the log is exported as it is filtered, and the export is in the log', async () => {
  const owner = await signInAs('owner');
  const { id } = await addAdministrator(db, 'support');
  for (const administrator_role of ['editor', 'analyst'])
    await owner.put(`/admin/administrators/${id}/role`, { administrator_role });
  const response = await fetch(`${api.base}/admin/activity-export?record=user:${id}`, {
    headers: { authorization: `Bearer ${owner.tokens.token}` },
  });
  const [head, ...lines] = (await response.text()).trim().split(/\r?\n/);
  expect(head).toContain('action');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('administrator_role: editor > analyst');
  const { body } = await owner.get('/admin/activity?action=activity_exported');
  expect(body.data).toContainEqual(
    expect.objectContaining({ changes: [{ field: 'record', from: null, to: `user:${id}` }] }),
  );
});
