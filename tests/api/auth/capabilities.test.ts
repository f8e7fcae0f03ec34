import { expect, test } from 'vitest';
import { capabilities } from '#contract/capabilities.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();

type Named = { capabilities: string[]; tokens: { refreshToken: string } };

test.each([
  ['everything', { appBackendKey: 'the-key-of-this-test-0123456789abcdef', reminders: true, demo: true }, []],
  [
    'no courtesy without an app’s backend',
    { appBackendKey: null, reminders: true, demo: false },
    ['courtesy:grant', 'demo:guide'],
  ],
  [
    'courtesy in a demo, whose app is invented, too',
    { appBackendKey: null, reminders: true, demo: true },
    [],
  ],
  [
    'no reminders where they are turned off',
    { appBackendKey: 'the-key-of-this-test-0123456789abcdef', reminders: false, demo: true },
    ['payments:remind'],
  ],
  [
    'no second factor where it is turned off',
    { appBackendKey: null, reminders: true, demo: true, secondFactor: 'off' as const },
    ['security:manage'],
  ],
])('sign-in and refresh name the capabilities: %s', async (_, settings, missing) => {
  const api = await serveApi(db, settings);
  const { email, password } = await addAdministrator(db);
  const visitor = createRequester(api.base);
  const signedIn = await visitor.post('/auth/admin-login', { email, password });
  const { tokens, capabilities: named } = signedIn.body.data as Named;
  const absent = [...missing, 'security:required'];
  expect(named).toEqual(capabilities.filter((name) => !absent.includes(name)));
  const refreshed = await visitor.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
  expect((refreshed.body.data as Named).capabilities).toEqual(named);
});
