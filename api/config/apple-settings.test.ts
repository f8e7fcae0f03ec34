import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString();
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(pem).toString();

const folder = mkdtempSync(join(tmpdir(), 'mealwright-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keyFile = join(folder, 'AuthKey.p8');
writeFileSync(keyFile, key);

const complete = {
  APPLE_ISSUER_ID: '57246542-96fe-1a63-e053-0824d011072a',
  APPLE_KEY_ID: '2X9R4HXF34',
  APPLE_PRIVATE_KEY: key,
  APPLE_BUNDLE_ID: 'com.example.meals',
  APPLE_APP_ID: '1234567890',
};

describe('complete settings', () => {
  test('have defaults: no sandbox, no online checks, the addresses of Apple', () => {
    expect(readEnvironment(complete).apple).toEqual({
      issuerId: '57246542-96fe-1a63-e053-0824d011072a',
      keyId: '2X9R4HXF34',
      privateKey: key.trim(),
      bundleId: 'com.example.meals',
      appId: 1_234_567_890,
      acceptsSandbox: false,
      checksOnline: false,
      apiUrl: 'https://api.storekit.apple.com',
      sandboxApiUrl: 'https://api.storekit-sandbox.apple.com',
    });
  });

  test('may have others', () => {
    const { apple } = readEnvironment({
      ...complete,
      APPLE_ACCEPT_SANDBOX: '1',
      APPLE_ONLINE_CHECKS: '1',
      APPLE_API_URL: 'http://127.0.0.1:9/production/',
      APPLE_SANDBOX_API_URL: 'http://127.0.0.1:9/sandbox',
    });
    expect(apple).toMatchObject({
      acceptsSandbox: true,
      checksOnline: true,
      apiUrl: 'http://127.0.0.1:9/production',
      sandboxApiUrl: 'http://127.0.0.1:9/sandbox',
    });
  });

  test('may write the lines of the key in one', () => {
    const env = { ...complete, APPLE_PRIVATE_KEY: key.replaceAll('\n', '\\n') };
    expect(readEnvironment(env).apple?.privateKey.trim()).toBe(key.trim());
  });

  test('may name the file of the key', () => {
    const env = { ...complete, APPLE_PRIVATE_KEY: '', APPLE_PRIVATE_KEY_FILE: keyFile };
    expect(readEnvironment(env).apple?.privateKey).toBe(key);
  });
});

describe('half of the settings', () => {
  test('every missing one is named', () => {
    expect(() => readEnvironment({ APPLE_ISSUER_ID: complete.APPLE_ISSUER_ID })).toThrow(
      [
        'APPLE_KEY_ID is missing, but APPLE_ISSUER_ID is set.',
        'APPLE_PRIVATE_KEY is missing, but APPLE_ISSUER_ID is set.',
        'APPLE_BUNDLE_ID is missing, but APPLE_ISSUER_ID is set.',
        'APPLE_APP_ID is missing, but APPLE_ISSUER_ID is set.',
      ].join('\n'),
    );
  });

  test('an optional one needs the others too', () => {
    expect(() => readEnvironment({ APPLE_PRIVATE_KEY_FILE: keyFile })).toThrow(
      /^APPLE_ISSUER_ID is missing, but APPLE_PRIVATE_KEY_FILE is set\./,
    );
    expect(() => readEnvironment({ APPLE_PRIVATE_KEY_FILE: keyFile })).not.toThrow(/APPLE_PRIVATE_KEY is/);
  });
});

test.each([
  ['APPLE_ISSUER_ID', 'me'],
  ['APPLE_KEY_ID', 'AuthKey_2X9R4HXF34.p8'],
  ['APPLE_BUNDLE_ID', 'com example'],
  ['APPLE_APP_ID', 'id1234567890'],
  ['APPLE_ACCEPT_SANDBOX', 'yes'],
  ['APPLE_ONLINE_CHECKS', 'true'],
  ['APPLE_API_URL', 'api.storekit.apple.com'],
  ['APPLE_PRIVATE_KEY', 'secret'],
  ['APPLE_PRIVATE_KEY', otherCurve],
])('%s=%j is refused, without its value', (name, value) => {
  const read = () => readEnvironment({ ...complete, [name]: value });
  expect(read).toThrow(new RegExp(`^${name} must [^\\n]*\\.$`));
  if (name === 'APPLE_PRIVATE_KEY') expect(read).not.toThrow(/secret|BEGIN/);
});

test('a file of the key that is missing, or is no key, is refused', () => {
  const env = { ...complete, APPLE_PRIVATE_KEY: '' };
  const missing = { ...env, APPLE_PRIVATE_KEY_FILE: join(folder, 'none.p8') };
  expect(() => readEnvironment(missing)).toThrow(
    /^APPLE_PRIVATE_KEY_FILE names a file that can’t be read\.$/,
  );
  const other = join(folder, 'other.p8');
  writeFileSync(other, otherCurve);
  expect(() => readEnvironment({ ...env, APPLE_PRIVATE_KEY_FILE: other })).toThrow(
    /^APPLE_PRIVATE_KEY_FILE must .* P-256 curve\.$/,
  );
});

test('the key and its file are not set together', () => {
  expect(() => readEnvironment({ ...complete, APPLE_PRIVATE_KEY_FILE: keyFile })).toThrow(
    'APPLE_PRIVATE_KEY and APPLE_PRIVATE_KEY_FILE are both set. Set only one of them.',
  );
});
