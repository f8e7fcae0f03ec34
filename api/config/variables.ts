export type VariableGroup = 'server' | 'administrators' | 'site' | 'mail' | 'app' | 'apple' | 'google';

export type VariableDescription = {
  readonly name: string;
  readonly group: VariableGroup;
  /** The default value, or what decides it; empty if there is none. */
  readonly standard: string;
  /** One or two sentences. */
  readonly text: string;
  /** Its value must not reach a log or a commit. */
  readonly isSecret?: true;
};

export const variableGroups: Readonly<Record<VariableGroup, string>> = {
  server: 'The server and its database',
  administrators: 'Administrators',
  site: 'Addresses',
  mail: 'Email',
  app: 'The app and its backend',
  apple: 'App Store: set the first five together',
  google: 'Google Play: set the first three together',
};

/**
 * Every variable that `readEnvironment` reads. `deploy/.env.example` is made of it, and a test compares it with what is
 * read and with the README.
 */
export const variables: readonly VariableDescription[] = [
  { name: 'PORT', group: 'server', standard: '4321', text: 'Port to listen on.' },
  { name: 'HOST', group: 'server', standard: '127.0.0.1', text: 'Address to listen on; 0.0.0.0 for all.' },
  {
    name: 'METRICS_PORT',
    group: 'server',
    standard: '',
    text: 'Port of /metrics, figures for Prometheus. Keep it private.',
  },
  {
    name: 'API_ONLY',
    group: 'server',
    standard: '0',
    text: '1: another server serves the site, such as nginx.',
  },
  {
    name: 'DATA_DIR',
    group: 'server',
    standard: '.data',
    text: 'Folder of the embedded database and, without SMTP_URL, of the outbox.',
  },
  {
    name: 'DATABASE_URL',
    group: 'server',
    standard: '',
    text: 'A PostgreSQL 18 server instead of the embedded one, such as postgres://user:password@host:5432/database.',
    isSecret: true,
  },
  {
    name: 'DEMO',
    group: 'server',
    standard: '1 without DATABASE_URL, else 0',
    text: '1: fills an empty database with invented data.',
  },
  {
    name: 'TRUSTED_PROXIES',
    group: 'server',
    standard: '',
    text: 'Addresses or networks of the proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  {
    name: 'ADMIN_EMAIL',
    group: 'administrators',
    standard: '',
    text: 'Creates the first administrator, together with ADMIN_PASSWORD. An existing one is never changed.',
  },
  {
    name: 'ADMIN_PASSWORD',
    group: 'administrators',
    standard: '',
    text: 'The password of the first administrator. Remove both after the first start.',
    isSecret: true,
  },
  {
    name: 'ADMIN_SECOND_FACTOR',
    group: 'administrators',
    standard: 'optional',
    text: 'off, optional or required: whether administrators sign in with a second factor.',
  },
  {
    name: 'ADMIN_IDLE_MINUTES',
    group: 'administrators',
    standard: '0',
    text: 'Ends an administrator’s session that wasn’t used for as many minutes; 0: no limit.',
  },
  {
    name: 'SITE_URL',
    group: 'site',
    standard: 'http://HOST:PORT',
    text: 'The site’s origin, such as https://meals.example.com. The build writes it into the pages: build again after a change.',
  },
  {
    name: 'PUBLIC_API_URL',
    group: 'site',
    standard: '/api/v1',
    text: 'The base of the API with its version, an absolute address or a path. The build writes it into the pages, too.',
  },
  {
    name: 'ALLOWED_ORIGINS',
    group: 'site',
    standard: '',
    text: 'Other origins that may call the API from a browser, separated by commas.',
  },
  {
    name: 'SMTP_URL',
    group: 'mail',
    standard: '',
    text: 'The mail server, such as smtp://user:password@host:587. Without it emails become files in DATA_DIR/outbox.',
    isSecret: true,
  },
  { name: 'MAIL_FROM', group: 'mail', standard: '', text: 'Sender of the emails.' },
  {
    name: 'REMINDERS',
    group: 'mail',
    standard: 'on in the demo, else off',
    text: 'on: administrators can email a customer about a failed payment.',
  },
  {
    name: 'APP_BACKEND_KEY',
    group: 'app',
    standard: '',
    text: 'A key of the app’s backend that may do everything: 32 or more random characters.',
    isSecret: true,
  },
  {
    name: 'PUBLIC_CATALOG',
    group: 'app',
    standard: 'off',
    text: 'on: everyone reads the published recipes without a key.',
  },
  {
    name: 'APPLE_ISSUER_ID',
    group: 'apple',
    standard: '',
    text: 'The issuer ID of the In-App Purchase keys.',
  },
  { name: 'APPLE_KEY_ID', group: 'apple', standard: '', text: 'The key ID of your In-App Purchase key.' },
  {
    name: 'APPLE_PRIVATE_KEY',
    group: 'apple',
    standard: '',
    text: 'The text of its .p8 file. Line ends may be written as \\n.',
    isSecret: true,
  },
  { name: 'APPLE_BUNDLE_ID', group: 'apple', standard: '', text: 'The bundle ID of the app.' },
  { name: 'APPLE_APP_ID', group: 'apple', standard: '', text: 'The Apple ID of the app, a number.' },
  {
    name: 'APPLE_PRIVATE_KEY_FILE',
    group: 'apple',
    standard: '',
    text: 'The path of the .p8 file, instead of APPLE_PRIVATE_KEY.',
  },
  {
    name: 'APPLE_ACCEPT_SANDBOX',
    group: 'apple',
    standard: '0',
    text: '1: purchases of TestFlight, App Review and test accounts give access.',
  },
  {
    name: 'APPLE_ONLINE_CHECKS',
    group: 'apple',
    standard: '0',
    text: '1: asks Apple whether the certificates of a notification were revoked.',
  },
  {
    name: 'APPLE_API_URL',
    group: 'apple',
    standard: 'https://api.storekit.apple.com',
    text: 'For a proxy or a test server.',
  },
  {
    name: 'APPLE_SANDBOX_API_URL',
    group: 'apple',
    standard: 'https://api.storekit-sandbox.apple.com',
    text: 'The same for sandbox purchases.',
  },
  { name: 'GOOGLE_PACKAGE_NAME', group: 'google', standard: '', text: 'The package name of the app.' },
  {
    name: 'GOOGLE_PUSH_AUDIENCE',
    group: 'google',
    standard: '',
    text: 'The audience of the push subscription; without one, its endpoint URL.',
  },
  {
    name: 'GOOGLE_PUSH_EMAIL',
    group: 'google',
    standard: '',
    text: 'The service account that signs the push requests.',
  },
  {
    name: 'GOOGLE_PUSH_SUBSCRIPTION',
    group: 'google',
    standard: '',
    text: 'The full name of the push subscription. Then no other is accepted.',
  },
  {
    name: 'GOOGLE_SERVICE_ACCOUNT_FILE',
    group: 'google',
    standard: '',
    text: 'The path of a service account’s JSON key.',
  },
  {
    name: 'GOOGLE_API_URL',
    group: 'google',
    standard: 'https://androidpublisher.googleapis.com',
    text: 'For a proxy or a test server.',
  },
  {
    name: 'GOOGLE_CERTIFICATES_URL',
    group: 'google',
    standard: 'https://www.googleapis.com/oauth2',
    text: 'The same for the certificates of Google.',
  },
];
