import { afterAll, expect, vi } from 'vitest';
import { createApp, getBasePath } from '#api/app.ts';
import { readCapabilities } from '#api/auth/capabilities.ts';
import { createSlowAnswers } from '#api/db/keep-slow-answers.ts';
import type { Db } from '#api/db/schema.ts';
import type { Dependencies } from '#api/dependencies.ts';
import { listen } from '#api/http/listen.ts';
import { createMailComposer } from '#api/mail/compose-mail.ts';
import type { Message, Transport } from '#api/mail/transport.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { startWorkers } from '#api/startup/workers.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { MailKind } from '#contract/mails.ts';
import { rememberCall, rememberMail } from '#tests/secrets/evidence.ts';
import { withConformance } from '../openapi/conformance.ts';
import { withLateAnswers } from './late-answers.ts';
import { createTestLog } from './log.ts';

/** The origin of links in mails. */
export const SITE = 'https://meals.example';

/** Mutable, so that a test can move it. */
type TestClock = { now: Date };

export type ServedApi = {
  /** What its administrators may do. */
  capabilities: readonly Capability[];
  /** As in `PUBLIC_API_URL`. */
  base: string;
  /** What it answers to, without middleware and without the patterns of parameters. */
  routes: readonly { method: string; path: string }[];
  clock: TestClock;
  /** How long counting a figure seems to take. Longer ones are kept, which a busy machine must not decide. */
  counting: { ms: number };
  /** One JSON line each. */
  logLines: string[];
  /** By every server of the database, oldest first. */
  sent: Message[];
  /** Sends what a test has put into the queue itself, without the pause until the next look. */
  sendQueuedMail: () => void;
  /** Looks at the refund requests that are due by now. */
  wakeRefunds: () => void;
  /** Waits for the newest mail to an address. */
  waitForMailTo: (address: string, kind?: MailKind) => Promise<Message>;
};

/** Any server of a database may send its mails. */
const sentMails = new WeakMap<object, Message[]>();

function sentFrom(db: Db): Message[] {
  const sent = sentMails.get(db) ?? [];
  sentMails.set(db, sent);
  return sent;
}

type ServeOptions = {
  port?: number;
  /**
   * Where the clock of the workers stands from the start. With `NOTHING_IS_DUE` they leave the questions to the test.
   */
  now?: Date;
  /** Sends its mails instead of keeping them in `sent`. A second queue would take some of them. */
  transport?: Transport;
};

export const NOTHING_IS_DUE = new Date(0);

/** The real API on a real port and the given database. */
export async function serveApi(
  db: Db,
  overrides: Partial<Dependencies> = {},
  { port = 0, now = new Date(), transport }: ServeOptions = {},
): Promise<ServedApi> {
  const clock = { now };
  const counting = { ms: 0 };
  let stopwatchMs = 0;
  const stopwatch = () => {
    stopwatchMs += counting.ms;
    return stopwatchMs;
  };
  const logLines: string[] = [];
  const log = createTestLog(logLines);
  const sent = sentFrom(db);
  const kept = {
    send: async (message: Message) => {
      sent.push(message);
      rememberMail(`${message.subject}\n${message.text}\n${message.html}`);
    },
    close: () => undefined,
  };
  const environment = {
    allowedOrigins: [],
    publicApiUrl: '/api/v1',
    trustedProxies: [],
    ...overrides.environment,
  };
  const backgroundDb = overrides.backgroundDb ?? db;
  const stores = overrides.stores ?? openSandbox({ db, clock: () => clock.now });
  const slowAnswers = createSlowAnswers(() => clock.now, stopwatch);
  const { mails, imports, bulkChanges, bulkRetries, purchases, refunds, stop } = startWorkers({
    db: backgroundDb,
    stores,
    transport: transport ?? kept,
    clock: () => clock.now,
    log,
    compose: createMailComposer({ db: backgroundDb, siteUrl: SITE }),
    publicApiUrl: environment.publicApiUrl,
    siteUrl: SITE,
    slowAnswers,
  });
  const settings = {
    ...{ appBackendKey: null, publicCatalog: false, reminders: true, demo: false },
    ...{ secondFactor: 'optional' as const, idleMinutes: 0 },
    ...overrides,
  };
  const app = createApp({
    db,
    backgroundDb,
    healthDb: db,
    slowAnswers,
    log,
    clock: () => clock.now,
    stores,
    mails,
    imports,
    bulkChanges,
    bulkRetries,
    purchases,
    refunds,
    site: new Map(),
    siteUrl: SITE,
    ...settings,
    environment,
  });
  const violations: string[] = [];
  const { publicApiUrl } = environment;
  const handler = withConformance(withLateAnswers(withEvidence(app.fetch)), { publicApiUrl, violations });
  const listener = await listen(handler, { host: '127.0.0.1', port });
  afterAll(async () => {
    await listener.close(0);
    await stop();
    expect(violations, 'answers that are not as the OpenAPI document says').toEqual([]);
  });
  const waitForMailTo = (address: string, kind?: MailKind) =>
    vi.waitFor(
      () => {
        const found = sent.findLast((mail) => mail.to === address && (!kind || mail.kind === kind));
        if (!found) throw new Error('No mail has left yet.');
        return found;
      },
      { timeout: 30_000 },
    );
  const base = `http://127.0.0.1:${listener.port}${getBasePath(environment.publicApiUrl)}`;
  const capabilities = await readCapabilities({ db, ...settings }, { role: 'owner' }, clock.now);
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/\{[^}]+\}/g, '') }));
  return {
    base,
    routes,
    capabilities,
    clock,
    counting,
    logLines,
    sent,
    sendQueuedMail: mails.wake,
    wakeRefunds: refunds.wake,
    waitForMailTo,
  };
}

type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

/** Remembers the secrets in requests and answers. */
function withEvidence(fetch: FetchHandler): FetchHandler {
  return async (request, env) => {
    const path = new URL(request.url).pathname;
    const isSmall = Number(request.headers.get('content-length') ?? Number.NaN) < 10_000;
    const copy = isSmall ? request.clone() : null;
    const response = await fetch(request, env);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    rememberCall({
      path,
      authorization: request.headers.get('authorization'),
      sent: await copy?.text(),
      answered: isJson && /\/(?:auth|app-keys|security)\b/.test(path) ? await response.clone().text() : null,
    });
    return response;
  };
}
