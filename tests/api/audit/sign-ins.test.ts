import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/activity.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import {
  codeAt,
  STEP_MS,
  sendPassword,
  sendProof,
  signInWithTotp,
  takeChallenge,
} from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const reader = await signInAdministrator(database, api);

async function read(query: string): Promise<ActivityEntry[]> {
  return (await reader.get(`/admin/activity?${query}`)).body.data as ActivityEntry[];
}

test('sign-ins and failed ones are entries of the account, and can be filtered', async () => {
  const { administrator } = await signInAdministrator(database, api);
  const { id, email, first_name, last_name } = administrator;
  const record = expect.objectContaining({ kind: 'user', id });
  const by = `${first_name} ${last_name} (${email})`;
  await sendPassword(api, { email: email.toUpperCase(), password: 'wrong' });
  const signedIn = await sendPassword(api, administrator);
  expect(await read(`record=user:${id}`)).toMatchObject([
    { action: 'signed_in', by, record, changes: [], requestId: signedIn.headers.get('x-request-id') },
    // Whoever it was: it need not be the person.
    { action: 'sign_in_failed', by: null, record },
  ]);
  expect(await read(`action=sign_in_failed&record=user:${id}`)).toHaveLength(1);
  expect(await read(`action=signed_in&by=${id}`)).toHaveLength(1);
});

test('the entry of a sign-in names the second factor, and holds no code', async () => {
  const { administrator, secret, recoveryCodes } = await signInWithTotp(database, api);
  const [recoveryCode = ''] = recoveryCodes;
  const prove = async (method: string, code: string) =>
    sendProof(api, { challenge: (await takeChallenge(api, administrator)).token, method, code });
  await prove('totp', 'wrong');
  api.clock.now = new Date(api.clock.now.getTime() + STEP_MS);
  const code = codeAt(secret, api.clock.now);
  expect((await prove('totp', code)).status).toBe(200);
  expect((await prove('recovery_code', recoveryCode)).status).toBe(200);
  const entries = await read(`record=user:${administrator.id}`);
  const change = (to: string) => [{ field: 'second_factor', from: null, to }];
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['signed_in', change('recovery_code')],
    ['signed_in', change('totp')],
    ['second_factor_failed', change('totp')],
    ['second_factor_added', change('totp')],
  ]);
  const written = JSON.stringify(entries) + api.logLines.join('\n');
  for (const text of [secret, recoveryCode, `"${code}"`]) expect(written).not.toContain(text);
});

test('an unknown address, an app user and a limited attempt leave no entry', async () => {
  const user = await addUser(db);
  const deleted = await addUser(db, { role: 'admin', administrator_role: 'owner', status: 'deleted' });
  const count = async () => (await db.selectFrom('audit_entries').select('id').execute()).length;
  const before = await count();
  await sendPassword(api, { email: `${randomUUID()}@example.com`, password: 'wrong' });
  for (const { email } of [user, deleted]) await sendPassword(api, { email, password: 'wrong' });
  expect(await count()).toBe(before);
  const { administrator } = await signInAdministrator(database, api);
  for (let round = 1; round <= 8; round += 1) {
    await sendPassword(api, { email: administrator.email, password: 'wrong' });
  }
  expect(await count()).toBe(before + 5);
});
