import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { SecondFactorRequirement } from '#contract/second-factor.ts';
import { findLengthProblem, findPasswordProblem } from '../auth/password-rules.ts';
import { type AppleSettings, readAppleSettings } from './apple-settings.ts';
import {
  apiUrlSchema,
  databaseUrlSchema,
  hostSchema,
  idleMinutesSchema,
  keySchema,
  listSchema,
  mailAddressSchema,
  networkSchema,
  onOffSchema,
  originSchema,
  portSchema,
  secondFactorSchema,
  switchSchema,
  urlSchema,
} from './environment-values.ts';
import { type GoogleSettings, readGoogleSettings } from './google-settings.ts';
import { createVariableReader, type Variables } from './read-variable.ts';

export type Environment = {
  port: number;
  host: string;
  /** null: the server has no metrics. */
  metricsPort: number | null;
  /** Whether another server serves the site, as in development. */
  apiOnly: boolean;
  /** An absolute path. */
  dataDir: string;
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  demo: boolean;
  /** Created if there is no administrator; an existing one is never changed. */
  administrator: { email: string; password: string } | null;
  publicApiUrl: string;
  /** The origin of links in mails. */
  siteUrl: string;
  /** null if unset, so that a change of `PORT` needs no new build. */
  builtSiteUrl: string | null;
  allowedOrigins: string[];
  trustedProxies: string[];
  smtpUrl: string | null;
  mailFrom: string | null;
  /** What the app's backend signs its calls with; null: these calls do not exist. */
  appBackendKey: string | null;
  /** Whether the published recipes are read without a key. */
  publicCatalog: boolean;
  /** Whether administrators may mail customers about a failed payment. */
  reminders: boolean;
  secondFactor: SecondFactorRequirement;
  /** A session of an administrator that wasn’t used for as long ends; 0: never. */
  idleMinutes: number;
  /** null: the App Store is not connected. */
  apple: AppleSettings | null;
  /** null: Google Play is not connected. */
  google: GoogleSettings | null;
};

/** The message names every mistake, one per line. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** The variables are listed in the README. An empty one counts as unset. Throws EnvironmentError. */
export function readEnvironment(env: Variables): Environment {
  const mistakes: string[] = [];
  const read = createVariableReader(env, mistakes);

  const port = read('PORT', portSchema, 4321);
  const host = read('HOST', hostSchema, '127.0.0.1');
  const metricsPort = read('METRICS_PORT', portSchema, null);
  if (metricsPort === port) mistakes.push('METRICS_PORT must be another port than PORT.');
  const databaseUrl = read('DATABASE_URL', databaseUrlSchema, null);
  const builtSiteUrl = read('SITE_URL', originSchema, null);
  const demo = read('DEMO', switchSchema, databaseUrl === null);
  const smtpUrl = read('SMTP_URL', urlSchema(['smtp:', 'smtps:'], 'smtp://user:password@host:587'), null);
  if (smtpUrl && !isLoopback(smtpUrl) && !env.SITE_URL?.trim()) {
    mistakes.push('SITE_URL is missing. SMTP_URL is set, and links in emails must lead to your site.');
  }
  const environment: Environment = {
    port,
    host,
    metricsPort,
    apiOnly: read('API_ONLY', switchSchema, false),
    dataDir: resolve(env.DATA_DIR?.trim() || '.data'),
    databaseUrl,
    demo,
    administrator: readAdministrator(env, {
      email: read('ADMIN_EMAIL', mailAddressSchema, null),
      demo,
      mistakes,
    }),
    publicApiUrl: read('PUBLIC_API_URL', apiUrlSchema, '/api/v1'),
    siteUrl: builtSiteUrl ?? getLocalUrl(host, port),
    builtSiteUrl,
    allowedOrigins: read('ALLOWED_ORIGINS', listSchema(originSchema), []),
    trustedProxies: read('TRUSTED_PROXIES', listSchema(networkSchema), []),
    smtpUrl,
    mailFrom: read('MAIL_FROM', mailAddressSchema, null),
    appBackendKey: read('APP_BACKEND_KEY', keySchema, null),
    publicCatalog: read('PUBLIC_CATALOG', onOffSchema, false),
    reminders: read('REMINDERS', onOffSchema, demo),
    secondFactor: read('ADMIN_SECOND_FACTOR', secondFactorSchema, 'optional'),
    idleMinutes: read('ADMIN_IDLE_MINUTES', idleMinutesSchema, 0),
    apple: readAppleSettings(env, { read, mistakes }),
    google: readGoogleSettings(env, { read, mistakes }),
  };
  if (mistakes.length > 0) throw new EnvironmentError(mistakes.join('\n'));
  return environment;
}

/** The URL for a browser on this machine. */
export function getLocalUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A mail server on this machine is for trials and needs no SITE_URL. */
function isLoopback(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

/** Both variables are set, or neither. The password keeps its spaces. A demo checks only its length. */
function readAdministrator(
  env: Variables,
  { email, demo, mistakes }: { email: string | null; demo: boolean; mistakes: string[] },
): Environment['administrator'] {
  const password = env.ADMIN_PASSWORD || null;
  const findProblem = demo ? findLengthProblem : findPasswordProblem;
  const problem = password === null ? null : findProblem(password);
  if (problem) mistakes.push(`ADMIN_PASSWORD can’t be used. ${problem}.`);
  if (env.ADMIN_EMAIL?.trim() && password === null)
    mistakes.push('ADMIN_PASSWORD is missing, but ADMIN_EMAIL is set.');
  if (!env.ADMIN_EMAIL?.trim() && password !== null)
    mistakes.push('ADMIN_EMAIL is missing, but ADMIN_PASSWORD is set.');
  return email !== null && password !== null ? { email, password } : null;
}
