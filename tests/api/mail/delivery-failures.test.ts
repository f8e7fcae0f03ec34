import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isOneTimeTokenValid } from '#api/auth/one-time-tokens.ts';
import { createMailComposer } from '#api/mail/compose-mail.ts';
import { enqueueMail, mailBackoffMs, startMailQueue } from '#api/mail/queue.ts';
import { createTransportFor } from '#api/mail/transport.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';

const { db } = await cloneDatabase();
const smtp = await startSmtp();
const MINUTE_MS = 60_000;
const queued = () => db.selectFrom('mails').selectAll().execute();

/** A queue with its own clock and log. */
async function startQueue(smtpUrl: string, patience?: number) {
  await db.deleteFrom('mails').execute();
  const clock = { now: new Date() };
  const logLines: string[] = [];
  const log = createTestLog(logLines);
  const transport = createTransportFor({ smtpUrl, mailFrom: null, dataDir: '' }, log, patience);
  const queue = startMailQueue({
    db,
    transport,
    clock: () => clock.now,
    log,
    compose: createMailComposer({ db, siteUrl: 'https://a.example' }),
  });
  onTestFinished(queue.stop);
  return { clock, logLines, wake: queue.wake };
}

/** A mail server with a custom connection handler. Returns its address and open connections. */
async function oddServer(converse: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    converse(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return { url: `smtp://127.0.0.1:${address.port}`, open };
}

const failed = (attempts: number) =>
  expect.poll(async () => (await queued())[0]?.attempts, { timeout: 30_000 }).toBe(attempts);

test('a server that never stops answering is disconnected after the timeout', async () => {
  const odd = await oddServer((socket) => {
    socket.write('220');
    const dribble = setInterval(() => socket.write('-'), 20);
    socket.on('close', () => clearInterval(dribble));
  });
  const { clock, wake } = await startQueue(odd.url, 300);
  await enqueueMail(db, { kind: 'password_changed', address: 'person@example.com' }, clock.now);
  wake();
  await failed(1);
  await expect.poll(() => odd.open.size).toBe(0);
});

test('the answer of a mail server is never logged, in any form', async () => {
  const address = `${randomUUID()}@example.com`;
  const odd = await oddServer((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      const isRecipient = String(chunk).startsWith('RCPT');
      socket.write(isRecipient ? `no <${address}> here\r\n` : '250 ok\r\n');
    });
  });
  const { clock, wake, logLines } = await startQueue(odd.url);
  await enqueueMail(db, { kind: 'password_changed', address }, clock.now);
  wake();
  await failed(1);
  const [{ last_error } = { last_error: null }] = await queued();
  expect(last_error).toMatch(/^[\w ]+$/);
  expect(logLines.join()).toContain(last_error);
  expect(logLines.join()).not.toContain(address);
});

/** The tokens of all mails so far, also of failed ones. */
const tokens = () =>
  smtp.state.deliveries.map(
    ({ data }) =>
      data
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=')
        .match(/token=([\w-]{43})/)?.[1] ?? '',
  );

test('a retried mail does not extend the lifetime of its first link', async () => {
  const user = await addUser(db);
  const { clock, wake } = await startQueue(smtp.url);
  const start = clock.now;
  smtp.state.behaviour = 'lose';
  await enqueueMail(db, { kind: 'password_reset', address: user.email }, start);
  wake();
  await failed(1);
  smtp.state.behaviour = 'accept';
  clock.now = new Date(start.getTime() + 40 * MINUTE_MS);
  wake();
  await expect.poll(queued, { timeout: 30_000 }).toEqual([]);
  const [first = '', second = ''] = tokens();
  const isLive = (token: string, minutes: number) =>
    isOneTimeTokenValid(
      db,
      { purpose: 'password_reset', token },
      new Date(start.getTime() + minutes * MINUTE_MS),
    );
  expect([await isLive(first, 59), await isLive(second, 59)]).toEqual([true, true]);
  expect([await isLive(first, 60), await isLive(second, 60)]).toEqual([false, true]);
  expect(await isLive(second, 100)).toBe(false);
});

test.each([
  ['password_reset', 1],
  ['deletion_request', 24],
] as const)(
  'a %s that could not leave within %d h is deleted, with an error that names no person',
  async (kind, hours) => {
    const user = await addUser(db);
    const { clock, wake, logLines } = await startQueue(smtp.url);
    const start = clock.now;
    smtp.state.behaviour = 'busy';
    onTestFinished(() => {
      smtp.state.behaviour = 'accept';
    });
    await enqueueMail(db, { kind, address: user.email }, start);
    wake();
    await failed(1);
    clock.now = new Date(start.getTime() + hours * 60 * MINUTE_MS - 1);
    wake();
    await failed(2);
    smtp.state.behaviour = 'accept';
    smtp.state.deliveries.length = 0;
    clock.now = new Date(clock.now.getTime() + 2 * (mailBackoffMs[1] ?? 0));
    wake();
    await expect.poll(queued, { timeout: 30_000 }).toEqual([]);
    expect(smtp.state.deliveries).toEqual([]);
    expect(JSON.parse(logLines.at(-1) ?? '')).toMatchObject({ level: 'error', kind });
    expect(logLines.join()).not.toContain(user.email);
  },
);
