import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.ts';

describe('an empty environment', () => {
  test('has every default', () => {
    expect(readEnvironment({})).toEqual({
      port: 4321,
      host: '127.0.0.1',
      metricsPort: null,
      apiOnly: false,
      dataDir: resolve('.data'),
      databaseUrl: null,
      demo: true,
      administrator: null,
      publicApiUrl: '/api/v1',
      siteUrl: 'http://127.0.0.1:4321',
      builtSiteUrl: null,
      allowedOrigins: [],
      trustedProxies: [],
      smtpUrl: null,
      mailFrom: null,
      appBackendKey: null,
      publicCatalog: false,
      reminders: true,
      secondFactor: 'optional',
      idleMinutes: 0,
      apple: null,
      google: null,
    });
  });

  test('is the same as one of empty variables', () => {
    const names = [
      'PORT',
      'METRICS_PORT',
      'API_ONLY',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'DEMO',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
    ];
    const others = [
      'PUBLIC_API_URL',
      'SITE_URL',
      'ALLOWED_ORIGINS',
      'TRUSTED_PROXIES',
      'SMTP_URL',
      'MAIL_FROM',
      'APP_BACKEND_KEY',
      'PUBLIC_CATALOG',
      'REMINDERS',
      'ADMIN_SECOND_FACTOR',
      'ADMIN_IDLE_MINUTES',
    ];
    const empty = Object.fromEntries([...names, ...others].map((name) => [name, '']));
    expect(readEnvironment(empty)).toEqual(readEnvironment({}));
  });
});

test('values are read', () => {
  const read = readEnvironment({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://u:p@db/app',
    ADMIN_EMAIL: 'chief@example.com',
    ADMIN_PASSWORD: ' spaces count ',
    PUBLIC_API_URL: 'https://api.example.com/v1/',
    SITE_URL: 'https://www.example.com/',
    ALLOWED_ORIGINS: 'https://a.example, http://localhost:4322',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.168.1.1',
    SMTP_URL: 'smtps://u:p@mail.example:465',
    MAIL_FROM: 'hello@example.com',
    PUBLIC_CATALOG: 'on',
    REMINDERS: 'on',
    ADMIN_SECOND_FACTOR: 'required',
    ADMIN_IDLE_MINUTES: '15',
  });
  expect(read).toMatchObject({
    port: 8080,
    demo: false,
    administrator: { email: 'chief@example.com', password: ' spaces count ' },
    publicApiUrl: 'https://api.example.com/v1',
    siteUrl: 'https://www.example.com',
    builtSiteUrl: 'https://www.example.com',
    allowedOrigins: ['https://a.example', 'http://localhost:4322'],
    trustedProxies: ['10.0.0.0/8', '::1', '192.168.1.1'],
    publicCatalog: true,
    reminders: true,
    secondFactor: 'required',
    idleMinutes: 15,
  });
});

test.each([
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::1' }, 'http://[::1]:4321'],
])('without SITE_URL, mails link to where the server listens: %j', (env, siteUrl) => {
  expect(readEnvironment(env).siteUrl).toBe(siteUrl);
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['METRICS_PORT', '0'],
  ['METRICS_PORT', '4321'],
  ['API_ONLY', 'true'],
  ['HOST', 'http://localhost'],
  ['HOST', 'a b'],
  ['DATABASE_URL', 'mysql://u:p@db/app'],
  ['DATABASE_URL', 'postgres'],
  ['DATABASE_URL', 'postgres:///app'],
  ['DATABASE_URL', 'postgres:///app?host='],
  ['DATABASE_URL', 'mysql:///app?host=/run/mysqld'],
  ['DEMO', 'true'],
  ['PUBLIC_API_URL', 'api/v1'],
  ['PUBLIC_API_URL', '//elsewhere/v1'],
  ['PUBLIC_API_URL', '/'],
  ['PUBLIC_API_URL', 'https://api.example.com/v1?x=1'],
  ['SITE_URL', 'www.example.com'],
  ['SITE_URL', 'https://example.com/path'],
  ['ALLOWED_ORIGINS', 'https://a.example, *'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'localhost'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'no-address'],
  ['APP_BACKEND_KEY', 'short'],
  ['PUBLIC_CATALOG', 'yes'],
  ['REMINDERS', '1'],
  ['ADMIN_SECOND_FACTOR', 'on'],
  ['ADMIN_IDLE_MINUTES', '-1'],
  ['ADMIN_IDLE_MINUTES', '1.5'],
  ['ADMIN_IDLE_MINUTES', '43201'],
])('%s=%s is invalid, with a message of one line', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`));
});

test.each([
  'postgres:///meals?host=/run/postgresql',
  'postgres://cook@/meals?host=/run/postgresql&port=5433',
  'postgresql://cook:p%40ss,word@/meals?host=/cloudsql/shop:europe-west1:main',
  'postgres://cook:a,b@db.example:5432/meals?sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem',
  'postgres://cook@%2Frun%2Fpostgresql/meals',
  'postgres://cook@[::1]:5432/meals',
])('DATABASE_URL=%s is an address', (databaseUrl) => {
  expect(readEnvironment({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
});

test.each([
  'postgres://cook@db-a:5432,db-b:5432/meals',
  'postgres://db-a,db-b/meals',
  'postgres:///meals?host=db-a,db-b',
])('DATABASE_URL=%s names several servers, which the driver can’t try', (databaseUrl) => {
  expect(() => readEnvironment({ DATABASE_URL: databaseUrl })).toThrow(
    'DATABASE_URL must name one host: the driver connects to one server, not to a list.',
  );
});

test('both of ADMIN_EMAIL and ADMIN_PASSWORD, or neither', () => {
  expect(() => readEnvironment({ ADMIN_EMAIL: 'a@b.c' })).toThrow(
    'ADMIN_PASSWORD is missing, but ADMIN_EMAIL is set.',
  );
  expect(() => readEnvironment({ ADMIN_PASSWORD: '12345678' })).toThrow(
    'ADMIN_EMAIL is missing, but ADMIN_PASSWORD is set.',
  );
  const short = { ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD: '1234567' };
  expect(() => readEnvironment(short)).toThrow(
    'ADMIN_PASSWORD can’t be used. The password must have at least 8 characters.',
  );
});

test('outside a demo the server does not start with a common password', () => {
  const env = { ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD: 'password1' };
  expect(readEnvironment(env).administrator?.password).toBe('password1');
  expect(() => readEnvironment({ ...env, DEMO: '0' })).toThrow(
    /^ADMIN_PASSWORD can’t be used\. .* easy to guess/,
  );
});

test('a mail server on another machine requires SITE_URL', () => {
  const env = { SMTP_URL: 'smtp://mail.example:587' };
  expect(() => readEnvironment(env)).toThrow(/^SITE_URL is missing\. SMTP_URL is set/);
  expect(readEnvironment({ ...env, SITE_URL: 'https://a.example' }).smtpUrl).toBe(env.SMTP_URL);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) readEnvironment({ SMTP_URL: `smtp://${host}:25` });
});

test('every mistake is named, without its value', () => {
  const env = { PORT: 'x', DATABASE_URL: 'mysql://u:secret@db/app', SMTP_URL: 'secret' };
  expect(() => readEnvironment(env)).toThrow(EnvironmentError);
  expect(() => readEnvironment(env)).toThrow(/^PORT .*\nDATABASE_URL .*\nSMTP_URL .*$/);
  expect(() => readEnvironment(env)).not.toThrow(/secret/);
});
