import type { Kysely } from 'kysely';
import { afterAll, vi } from 'vitest';
import { createMailComposer } from '#api/accounts/compose-mail.ts';
import { createApp, getBasePath } from '#api/app.ts';
import type { Database } from '#api/db/schema.ts';
import type { Dependencies } from '#api/dependencies.ts';
import { listen } from '#api/http/listen.ts';
import { startMailQueue } from '#api/mail/queue.ts';
import type { Message } from '#api/mail/transport.ts';
import { sandboxStore } from '#api/payments/sandbox.ts';
import { rememberCall, rememberMail } from '#tests/secrets/evidence.ts';
import { logInto } from './log.ts';

/** Where links in the mails of a served API begin. */
export const SITE = 'https://meals.example';

/** Mutable, so that a test moves it. */
export type TestClock = { now: Date };

export type ServedApi = {
  /** The API's base, as `PUBLIC_API_URL` wants it. */
  base: string;
  clock: TestClock;
  /** What the server logged, line by line. */
  logged: string[];
  /** The mails that left, oldest first. */
  sent: Message[];
  /** The newest mail to an address, once it has left. */
  mailTo: (address: string) => Promise<Message>;
};

/** The real API on a real port, over the given database, for this test file. */
export async function serveApi(
  db: Kysely<Database>,
  more: Partial<Dependencies> = {},
  port = 0,
): Promise<ServedApi> {
  const clock = { now: new Date() };
  const logged: string[] = [];
  const log = logInto(logged);
  const sent: Message[] = [];
  const transport = {
    send: async (message: Message) => {
      sent.push(message);
      rememberMail(`${message.subject}\n${message.text}\n${message.html}`);
    },
    close: () => undefined,
  };
  const mails = startMailQueue({
    db,
    transport,
    clock: () => clock.now,
    log,
    compose: createMailComposer({ db, siteUrl: SITE }),
  });
  const environment = {
    allowedOrigins: [],
    publicApiUrl: '/api/v1',
    trustedProxies: [],
    ...more.environment,
  };
  const app = createApp({
    db,
    healthDb: db,
    log,
    clock: () => clock.now,
    askStore: sandboxStore(() => clock.now),
    mails,
    site: new Map(),
    ...more,
    environment,
  });
  const listener = await listen(remembering(app.fetch), '127.0.0.1', port);
  afterAll(async () => {
    await listener.close(0);
    await mails.stop();
  });
  const mailTo = (address: string) =>
    vi.waitFor(
      () => {
        const found = sent.findLast(({ to }) => to === address);
        if (!found) throw new Error('No mail has left yet.');
        return found;
      },
      { timeout: 30_000 },
    );
  const base = `http://127.0.0.1:${listener.port}${getBasePath(environment.publicApiUrl)}`;
  return { base, clock, logged, sent, mailTo };
}

type Answering = (request: Request, env: object) => Response | Promise<Response>;

/** The same answers, and what was secret in them and their requests is remembered. */
function remembering(fetch: Answering): Answering {
  return async (request, env) => {
    const path = new URL(request.url).pathname;
    const small = Number(request.headers.get('content-length') ?? Number.NaN) < 10_000;
    const copy = small ? request.clone() : null;
    const response = await fetch(request, env);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    rememberCall({
      path,
      authorization: request.headers.get('authorization'),
      sent: await copy?.text(),
      answered: isJson && path.includes('/auth/') ? await response.clone().text() : null,
    });
    return response;
  };
}
