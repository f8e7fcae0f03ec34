import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'mealwright-accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const accountFile = join(folder, 'account.json');
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const email = 'play@my-project.iam.gserviceaccount.com';
const account = { type: 'service_account', client_email: email, private_key: privateKey };
writeFileSync(accountFile, JSON.stringify(account));

const complete = {
  GOOGLE_PACKAGE_NAME: 'com.example.meals',
  GOOGLE_PUSH_AUDIENCE: 'https://meals.example.com/webhooks/google',
  GOOGLE_PUSH_EMAIL: 'push@my-project.iam.gserviceaccount.com',
};

describe('complete settings', () => {
  test('have defaults: every subscription, the account of the machine, the addresses of Google', () => {
    expect(readEnvironment(complete).google).toEqual({
      packageName: 'com.example.meals',
      pushAudience: 'https://meals.example.com/webhooks/google',
      pushEmail: 'push@my-project.iam.gserviceaccount.com',
      pushSubscription: null,
      serviceAccount: null,
      apiUrl: 'https://androidpublisher.googleapis.com',
      certificatesUrl: 'https://www.googleapis.com/oauth2',
    });
  });

  test('may have others', () => {
    const { google } = readEnvironment({
      ...complete,
      GOOGLE_PUSH_SUBSCRIPTION: 'projects/my-project/subscriptions/google-play',
      GOOGLE_SERVICE_ACCOUNT_FILE: accountFile,
      GOOGLE_API_URL: 'http://127.0.0.1:9/',
      GOOGLE_CERTIFICATES_URL: 'http://127.0.0.1:9/oauth2/',
    });
    expect(google).toMatchObject({
      pushSubscription: 'projects/my-project/subscriptions/google-play',
      serviceAccount: { email, privateKey },
      apiUrl: 'http://127.0.0.1:9',
      certificatesUrl: 'http://127.0.0.1:9/oauth2',
    });
  });
});

test('without a variable Google Play is not connected', () => {
  expect(readEnvironment({ GOOGLE_PACKAGE_NAME: ' ' }).google).toBeNull();
  expect(readEnvironment({ GOOGLE_APPLICATION_CREDENTIALS: accountFile }).google).toBeNull();
});

describe('half of the settings', () => {
  test('every missing one is named', () => {
    expect(() => readEnvironment({ GOOGLE_PACKAGE_NAME: 'com.example.meals' })).toThrow(
      [
        'GOOGLE_PUSH_AUDIENCE is missing, but GOOGLE_PACKAGE_NAME is set.',
        'GOOGLE_PUSH_EMAIL is missing, but GOOGLE_PACKAGE_NAME is set.',
      ].join('\n'),
    );
  });

  test('an optional one needs the others too', () => {
    expect(() => readEnvironment({ GOOGLE_SERVICE_ACCOUNT_FILE: accountFile })).toThrow(
      /^GOOGLE_PACKAGE_NAME is missing, but GOOGLE_SERVICE_ACCOUNT_FILE is set\./,
    );
  });
});

test.each([
  ['GOOGLE_PACKAGE_NAME', 'meals'],
  ['GOOGLE_PUSH_AUDIENCE', 'our server'],
  ['GOOGLE_PUSH_EMAIL', 'push'],
  ['GOOGLE_PUSH_SUBSCRIPTION', 'google-play'],
  ['GOOGLE_API_URL', 'androidpublisher.googleapis.com'],
  ['GOOGLE_CERTIFICATES_URL', 'ftp://www.googleapis.com/oauth2'],
])('%s=%j is refused', (name, value) => {
  expect(() => readEnvironment({ ...complete, [name]: value })).toThrow(
    new RegExp(`^${name} must [^\\n]*\\.$`),
  );
});

test('a file of the account that is missing is refused', () => {
  const missing = { ...complete, GOOGLE_SERVICE_ACCOUNT_FILE: join(folder, 'none.json') };
  expect(() => readEnvironment(missing)).toThrow(
    /^GOOGLE_SERVICE_ACCOUNT_FILE names a file that can’t be read\.$/,
  );
});

test.each([
  ['no JSON', 'secret'],
  ['no object', '"secret"'],
  ['another kind of account', JSON.stringify({ ...account, type: 'authorized_user' })],
  ['no key', JSON.stringify({ ...account, private_key: 'secret' })],
])('a file with %s is refused, without its text', (_, text) => {
  const file = join(folder, 'other.json');
  writeFileSync(file, text);
  const read = () => readEnvironment({ ...complete, GOOGLE_SERVICE_ACCOUNT_FILE: file });
  expect(read).toThrow(/^GOOGLE_SERVICE_ACCOUNT_FILE must name a service account’s JSON key file\.$/);
});
