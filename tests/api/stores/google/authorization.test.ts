import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceAccount } from '#api/config/google-settings.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { question } from '#tests/setup/stores/google/ask.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const email = 'play@my-project.iam.gserviceaccount.com';
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const logged: string[] = [];
const realFetch = fetch;
const signIn = vi.fn<(body: string) => Response>();

beforeEach(() => {
  google.clear();
  google.addSubscription();
  logged.length = 0;
  // The address where the library signs in cannot be set.
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
    String(input instanceof Request ? input.url : input).startsWith('https://oauth2.googleapis.com/')
      ? signIn(await new Response(init?.body ?? null).text())
      : realFetch(input, init),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  signIn.mockReset();
});

function connect(serviceAccount: ServiceAccount | null = { email, privateKey }) {
  const settings = { ...google.settings, serviceAccount };
  const services = { clock: () => new Date('2026-11-22T12:00:00Z'), log: createTestLog(logged) };
  const { ask } = createGoogleConnection(settings, services);
  return () => ask(question, AbortSignal.timeout(60_000));
}

test('signs in once with the account of the settings, for the Google Play Developer API only', async () => {
  signIn.mockImplementation(() =>
    Response.json({ access_token: 'an-access-token', expires_in: 3_599, token_type: 'Bearer' }),
  );
  const ask = connect();
  expect(await ask()).toMatchObject({ kind: 'purchase' });
  expect(await ask()).toMatchObject({ kind: 'purchase' });
  expect(signIn).toHaveBeenCalledTimes(1);
  const assertion = new URLSearchParams(signIn.mock.calls[0]?.[0]).get('assertion') ?? '';
  const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({
    iss: email,
    scope: 'https://www.googleapis.com/auth/androidpublisher',
  });
});

test('without an account in the settings, the one of GOOGLE_APPLICATION_CREDENTIALS signs in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mealwright-credentials-'));
  const file = join(folder, 'account.json');
  writeFileSync(
    file,
    JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey }),
  );
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
  signIn.mockImplementation(() => Response.json({ access_token: 'an-access-token', expires_in: 3_599 }));
  expect(await connect(null)()).toMatchObject({ kind: 'purchase' });
  expect(signIn).toHaveBeenCalledTimes(1);
  rmSync(folder, { recursive: true });
});

test('an account that Google refuses is logged without key, token or address', async () => {
  signIn.mockImplementation(() => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  expect(await connect()()).toEqual({ kind: 'not_now', because: 'it didn’t sign us in', until: null });
  expect(google.requests).toEqual([]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/"level":"error".*"status":400.*check GOOGLE_SERVICE_ACCOUNT_FILE/);
  expect(logged[0]).not.toMatch(/PRIVATE|eyJ|AO-J1Oz|assertion/);
});
