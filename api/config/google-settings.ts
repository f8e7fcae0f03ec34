import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { mailAddressSchema, trimTrailingSlashes, urlSchema } from './environment-values.ts';
import type { ReadVariable, Variables } from './read-variable.ts';

/** `privateKey`: PEM. */
export type ServiceAccount = { email: string; privateKey: string };

/** The connection to Google Play. The README says where Google shows each value. */
export type GoogleSettings = {
  packageName: string;
  /** Push tokens are made for this audience, and must come from the service account below. */
  pushAudience: string;
  pushEmail: string;
  /** null: messages of every subscription are accepted. */
  pushSubscription: string | null;
  /** null: the library's defaults, such as GOOGLE_APPLICATION_CREDENTIALS or the account of the machine. */
  serviceAccount: ServiceAccount | null;
  /** It has no trailing slash. */
  apiUrl: string;
  /** Below it are `/v1/certs` (PEM) and `/v3/certs` (JWK). It has no trailing slash. */
  certificatesUrl: string;
};

const API_URL = 'https://androidpublisher.googleapis.com';
const CERTIFICATES_URL = 'https://www.googleapis.com/oauth2';

const textSchema = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message));
const packageNameSchema = textSchema(
  /^[a-z]\w*(\.[a-z]\w*)+$/i,
  'must be a package name, such as com.example.app',
);
const audienceSchema = textSchema(
  /^\S{1,2000}$/,
  'must be the audience of the push subscription, without spaces',
);
const subscriptionSchema = textSchema(
  /^projects\/[^/\s]+\/subscriptions\/[^/\s]+$/,
  'must be the full name of a subscription, such as projects/my-project/subscriptions/google-play',
);
const addressSchema = (example: string) =>
  v.pipe(urlSchema(['https:', 'http:'], example), v.transform(trimTrailingSlashes));

const FILE = 'GOOGLE_SERVICE_ACCOUNT_FILE';
const required = ['GOOGLE_PACKAGE_NAME', 'GOOGLE_PUSH_AUDIENCE', 'GOOGLE_PUSH_EMAIL'];
const optional = ['GOOGLE_PUSH_SUBSCRIPTION', FILE, 'GOOGLE_API_URL', 'GOOGLE_CERTIFICATES_URL'];

/** null if no variable is set. What is missing or wrong becomes a line of `mistakes`. */
export function readGoogleSettings(
  env: Variables,
  { read, mistakes }: { read: ReadVariable; mistakes: string[] },
): GoogleSettings | null {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const firstSet = [...required, ...optional].find(isSet);
  if (!firstSet) return null;
  for (const name of required.filter((name) => !isSet(name))) {
    mistakes.push(`${name} is missing, but ${firstSet} is set.`);
  }
  const packageName = read('GOOGLE_PACKAGE_NAME', packageNameSchema, null);
  const pushAudience = read('GOOGLE_PUSH_AUDIENCE', audienceSchema, null);
  const pushEmail = read('GOOGLE_PUSH_EMAIL', mailAddressSchema, null);
  const others = {
    pushSubscription: read('GOOGLE_PUSH_SUBSCRIPTION', subscriptionSchema, null),
    serviceAccount: readAccount(env, mistakes),
    apiUrl: read('GOOGLE_API_URL', addressSchema(API_URL), API_URL),
    certificatesUrl: read('GOOGLE_CERTIFICATES_URL', addressSchema(CERTIFICATES_URL), CERTIFICATES_URL),
  };
  if (packageName === null || pushAudience === null || pushEmail === null) return null;
  return { packageName, pushAudience, pushEmail, ...others };
}

/** What Google Cloud creates as the JSON key of a service account. */
const accountSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('service_account'),
    client_email: v.string(),
    private_key: v.pipe(v.string(), v.check(isPrivateKey)),
  }),
  v.transform(({ client_email: email, private_key: privateKey }) => ({ email, privateKey })),
);

function readAccount(env: Variables, mistakes: string[]): ServiceAccount | null {
  const path = env[FILE]?.trim();
  if (!path) return null;
  const text = readText(path);
  const account = v.safeParse(accountSchema, text);
  if (text === null) mistakes.push(`${FILE} names a file that can’t be read.`);
  else if (!account.success) mistakes.push(`${FILE} must name a service account’s JSON key file.`);
  return account.success ? account.output : null;
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
