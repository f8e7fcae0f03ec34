import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { switchSchema, trimTrailingSlashes, urlSchema } from './environment-values.ts';
import type { ReadVariable, Variables } from './read-variable.ts';

/** The connection to the App Store. The README says where App Store Connect shows each value. */
export type AppleSettings = {
  issuerId: string;
  keyId: string;
  /** PEM. An EC key on the curve P-256. */
  privateKey: string;
  bundleId: string;
  appId: number;
  /** Purchases of TestFlight, of App Review and of test accounts. */
  acceptsSandbox: boolean;
  /** Asks Apple with each notification whether its certificates were revoked. */
  checksOnline: boolean;
  /** It has no trailing slash. */
  apiUrl: string;
  sandboxApiUrl: string;
};

const idSchema = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message));
const issuerIdSchema = idSchema(/^[0-9a-f-]{36}$/i, 'must be a UUID, as shown in App Store Connect');
const keyIdSchema = idSchema(/^[A-Z0-9]{1,32}$/i, 'must be letters and digits, such as 2X9R4HXF34');
const bundleIdSchema = idSchema(/^[\w.-]{1,155}$/, 'must be a bundle ID, such as com.example.app');
const appIdSchema = v.pipe(
  idSchema(/^\d{1,15}$/, 'must be the app’s Apple ID, a number such as 1234567890'),
  v.transform(Number),
);
const apiUrlSchema = v.pipe(
  urlSchema(['https:', 'http:'], 'https://api.storekit.apple.com'),
  v.transform(trimTrailingSlashes),
);
/** The message continues the name of the variable, and never quotes the key. */
const privateKeySchema = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll('\\n', '\n')),
  v.check(isP256Key, 'must be the text of a .p8 file, an EC private key on the P-256 curve'),
);

const KEY = 'APPLE_PRIVATE_KEY';
const KEY_FILE = 'APPLE_PRIVATE_KEY_FILE';
const required = ['APPLE_ISSUER_ID', 'APPLE_KEY_ID', KEY, 'APPLE_BUNDLE_ID', 'APPLE_APP_ID'];
const optional = [
  KEY_FILE,
  'APPLE_ACCEPT_SANDBOX',
  'APPLE_ONLINE_CHECKS',
  'APPLE_API_URL',
  'APPLE_SANDBOX_API_URL',
];

/** null if no variable is set. What is missing or wrong becomes a line of `mistakes`. */
export function readAppleSettings(
  env: Variables,
  { read, mistakes }: { read: ReadVariable; mistakes: string[] },
): AppleSettings | null {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const firstSet = [...required, ...optional].find(isSet);
  if (!firstSet) return null;
  for (const name of required.filter((name) => !isSet(name) && !(name === KEY && isSet(KEY_FILE)))) {
    mistakes.push(`${name} is missing, but ${firstSet} is set.`);
  }
  const settings = {
    issuerId: read('APPLE_ISSUER_ID', issuerIdSchema, null),
    keyId: read('APPLE_KEY_ID', keyIdSchema, null),
    privateKey: readPrivateKey(env, { read, mistakes }),
    bundleId: read('APPLE_BUNDLE_ID', bundleIdSchema, null),
    appId: read('APPLE_APP_ID', appIdSchema, null),
    acceptsSandbox: read('APPLE_ACCEPT_SANDBOX', switchSchema, false),
    checksOnline: read('APPLE_ONLINE_CHECKS', switchSchema, false),
    apiUrl: read('APPLE_API_URL', apiUrlSchema, 'https://api.storekit.apple.com'),
    sandboxApiUrl: read('APPLE_SANDBOX_API_URL', apiUrlSchema, 'https://api.storekit-sandbox.apple.com'),
  };
  return isComplete(settings) ? settings : null;
}

type Incomplete = { [Name in keyof AppleSettings]: AppleSettings[Name] | null };

function isComplete(settings: Incomplete): settings is AppleSettings {
  return Object.values(settings).every((value) => value !== null);
}

/** The text of the variable, or of the file that the other variable names. */
function readPrivateKey(
  env: Variables,
  { read, mistakes }: { read: ReadVariable; mistakes: string[] },
): string | null {
  const path = env[KEY_FILE]?.trim();
  if (!path) return read(KEY, privateKeySchema, null);
  if (env[KEY]?.trim()) {
    mistakes.push(`${KEY} and ${KEY_FILE} are both set. Set only one of them.`);
    return null;
  }
  const text = readText(path);
  if (text === null) mistakes.push(`${KEY_FILE} names a file that can’t be read.`);
  const key = v.safeParse(privateKeySchema, text);
  if (text !== null && !key.success) mistakes.push(`${KEY_FILE} ${key.issues[0].message}.`);
  return key.success ? key.output : null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isP256Key(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
