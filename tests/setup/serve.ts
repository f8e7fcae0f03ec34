import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, vi } from 'vitest';
import { basePathOf, createApp, type Dependencies } from '#api/app.ts';
import type { Database } from '#api/db/schema.ts';
import { listen } from '#api/listen.ts';
import { startMailQueue } from '#api/mail/queue.ts';
import type { Message } from '#api/mail/transport.ts';
import { sandboxStore } from '#api/stores/sandbox.ts';

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
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const sent: Message[] = [];
  const transport = {
    send: async (message: Message) => {
      sent.push(message);
    },
    close: () => undefined,
  };
  const mails = startMailQueue({ db, transport, clock: () => clock.now, log, siteUrl: SITE });
  const environment = {
    allowedOrigins: [],
    publicApiUrl: '/api/v1',
    trustedProxies: [],
    ...more.environment,
  };
  const app = createApp({
    db,
    log,
    clock: () => clock.now,
    askStore: sandboxStore(() => clock.now),
    mails,
    site: new Map(),
    ...more,
    environment,
  });
  const listener = await listen(app.fetch, '127.0.0.1', port);
  afterAll(async () => {
    await listener.cut(0);
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
  const base = `http://127.0.0.1:${listener.port}${basePathOf(environment.publicApiUrl)}`;
  return { base, clock, logged, sent, mailTo };
}
