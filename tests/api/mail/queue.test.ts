import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isOneTimeTokenValid } from '#api/auth/one-time-tokens.ts';
import { createMailComposer } from '#api/mail/compose-mail.ts';
import { LOGO_ID } from '#api/mail/logo.ts';
import { enqueueMail, mailBackoffMs, startMailQueue } from '#api/mail/queue.ts';
import { createTransportFor, type Message } from '#api/mail/transport.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';

const { db } = await cloneDatabase();
const smtp = await startSmtp();
const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-outbox-'));
afterAll(() => rm(dataDir, { recursive: true }));

let now = new Date();
const logLines: string[] = [];
const log = createTestLog(logLines);
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await db.deleteFrom('mails').execute();
  smtp.state.behaviour = 'accept';
  smtp.state.deliveries.length = 0;
  logLines.length = 0;
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

function startQueue(settings: { smtpUrl?: string | null; mailFrom?: string | null } = {}) {
  const transport = createTransportFor({ smtpUrl: smtp.url, mailFrom: null, dataDir, ...settings }, log);
  const queue = startMailQueue({
    db,
    transport,
    clock: () => now,
    log,
    compose: createMailComposer({ db, siteUrl: 'https://meals.example' }),
  });
  stops.push(queue.stop);
  return queue;
}

const queued = () => db.selectFrom('mails').selectAll().execute();
const emptied = () => expect.poll(queued, { timeout: 20_000 }).toEqual([]);
const post = (kind: 'password_reset' | 'password_changed', address: string) =>
  enqueueMail(db, { kind, address }, now);

/** The decoded parts of a message. */
function decoded(data: string): string {
  const parts = data.split('\r\n----').map((part) => {
    if (!part.includes('Content-Transfer-Encoding: quoted-printable')) return part;
    return part
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  });
  return parts.join('\n');
}

test('a mail is sent once, with text and HTML, a stable id and a link to the site', async () => {
  const user = await addUser(db);
  const queue = startQueue({ mailFrom: 'kitchen@meals.example' });
  await post('password_reset', ` ${user.email.toUpperCase()} `);
  const [row] = await queued();
  queue.wake();
  await emptied();
  expect(smtp.state.deliveries).toHaveLength(1);
  const [{ from, to, data } = { from: '', to: '', data: '' }] = smtp.state.deliveries;
  expect([from, to]).toEqual(['kitchen@meals.example', user.email]);
  expect(data).toContain(`Message-ID: <${row?.id}@meals.example>`);
  expect(data).toContain('Auto-Submitted: auto-generated');
  expect(data).toContain('Content-Type: text/plain');
  expect(data).toContain('Content-Type: text/html');
  expect(decoded(data).match(/https:\/\/meals\.example\/reset-password\?token=[\w-]{43}/g)).toHaveLength(3);
  expect(decoded(data).match(/src="[^"]*"/g)).toEqual([`src="cid:${LOGO_ID}"`]);
  expect(decoded(data)).not.toMatch(/url\(|<script|<link/);
});

test('no mail is sent to an unknown address or to a user who may not sign in', async () => {
  const suspended = await addUser(db, { status: 'suspended' });
  const before = smtp.state.conversations;
  const queue = startQueue();
  await post('password_reset', `${randomUUID()}@example.com`);
  await post('password_reset', suspended.email);
  queue.wake();
  await emptied();
  expect(smtp.state.conversations).toBe(before);
  expect(smtp.state.deliveries).toEqual([]);
});

test('two servers send each of many mails exactly once', async () => {
  const addresses = Array.from({ length: 40 }, () => `${randomUUID()}@example.com`);
  for (const address of addresses) await post('password_changed', address);
  for (const queue of [startQueue(), startQueue()]) queue.wake();
  await emptied();
  expect(smtp.state.deliveries.map(({ to }) => to).sort()).toEqual(addresses.sort());
});

test('a server that hangs on one mail does not block other servers', async () => {
  await post('password_changed', 'first@example.com');
  const held = Promise.withResolvers<void>();
  const taken: string[] = [];
  const start = (wait: Promise<void> | null) => {
    const send = async ({ to }: Message) => {
      taken.push(to);
      await wait;
    };
    const transport = { send, close: () => undefined };
    stops.push(
      startMailQueue({
        db,
        transport,
        clock: () => now,
        log,
        compose: createMailComposer({ db, siteUrl: '' }),
      }).stop,
    );
  };
  start(held.promise);
  await expect.poll(() => taken).toEqual(['first@example.com']);
  await post('password_changed', 'second@example.com');
  start(null);
  await expect.poll(() => taken, { timeout: 20_000 }).toEqual(['first@example.com', 'second@example.com']);
  held.resolve();
  await emptied();
});

test('a busy mail server is retried with backoff, then the mail is given up with an error', async () => {
  smtp.state.behaviour = 'busy';
  const address = `${randomUUID()}@example.com`;
  await post('password_changed', address);
  const queue = startQueue();
  for (const [index, pause] of mailBackoffMs.entries()) {
    queue.wake();
    await expect.poll(async () => (await queued())[0]?.attempts, { timeout: 20_000 }).toBe(index + 1);
    const dueAt = (await queued())[0]?.due_at ?? now;
    // A tenth of jitter.
    expect(Math.abs((dueAt.getTime() - now.getTime()) / pause - 1)).toBeLessThanOrEqual(0.1);
    now = dueAt;
  }
  queue.wake();
  await expect.poll(async () => (await queued())[0]?.given_up_at, { timeout: 20_000 }).toEqual(now);
  expect(logLines.at(-1)).toContain('"level":"error"');
  expect(logLines.at(-1)).toContain('given up');
  expect(logLines.join()).not.toContain(address);
  expect(smtp.state.deliveries).toEqual([]);
});

test('a permanently refused recipient is given up at once, and the log does not name it', async () => {
  smtp.state.behaviour = 'refuse';
  const address = `${randomUUID()}@example.com`;
  await post('password_changed', address);
  startQueue().wake();
  await expect.poll(async () => (await queued())[0]?.given_up_at, { timeout: 20_000 }).toEqual(now);
  expect(logLines.join()).toContain('RCPT TO 550');
  expect(logLines.join()).not.toContain(address);
});

test('a server that stalls is disconnected after the timeout, and the mail is sent later', async () => {
  smtp.state.behaviour = 'stall';
  const address = `${randomUUID()}@example.com`;
  await post('password_changed', address);
  const queue = startQueue();
  queue.wake();
  await expect.poll(async () => (await queued())[0]?.attempts, { timeout: 40_000 }).toBe(1);
  smtp.state.behaviour = 'accept';
  now = new Date(now.getTime() + 2 * (mailBackoffMs[0] ?? 0));
  queue.wake();
  await emptied();
  expect(smtp.state.deliveries.map(({ to }) => to)).toEqual([address]);
});

test('a mail without confirmed delivery is sent again with the same id, and both links work', async () => {
  const user = await addUser(db);
  smtp.state.behaviour = 'lose';
  await post('password_reset', user.email);
  const queue = startQueue();
  queue.wake();
  await expect.poll(async () => (await queued())[0]?.attempts, { timeout: 20_000 }).toBe(1);
  smtp.state.behaviour = 'accept';
  now = new Date(now.getTime() + 2 * (mailBackoffMs[0] ?? 0));
  queue.wake();
  await emptied();
  const ids = smtp.state.deliveries.map(({ data }) => data.match(/Message-ID: (\S+)/)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const { hashes } = await db
    .selectFrom('one_time_tokens')
    .where('user_id', '=', user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(hashes).toHaveLength(2);
});

test('a delayed mail does not replace the link of a newer one', async () => {
  const user = await addUser(db);
  smtp.state.behaviour = 'busy';
  await post('password_reset', user.email);
  const queue = startQueue();
  queue.wake();
  await expect.poll(async () => (await queued())[0]?.attempts, { timeout: 20_000 }).toBe(1);
  smtp.state.behaviour = 'accept';
  now = new Date(now.getTime() + 1_000);
  await post('password_reset', user.email);
  queue.wake();
  await expect.poll(() => smtp.state.deliveries.length, { timeout: 20_000 }).toBe(1);
  now = new Date(now.getTime() + 2 * (mailBackoffMs[0] ?? 0));
  queue.wake();
  await emptied();
  expect(smtp.state.deliveries).toHaveLength(1);
  const token = decoded(smtp.state.deliveries[0]?.data ?? '').match(/token=([\w-]{43})/)?.[1] ?? '';
  expect(await isOneTimeTokenValid(db, { purpose: 'password_reset', token }, now)).toBe(true);
});

test('the next server sends the mails that a stopped one has left', async () => {
  const before = startQueue();
  await before.stop();
  const address = `${randomUUID()}@example.com`;
  await post('password_changed', address);
  startQueue();
  await emptied();
  expect(smtp.state.deliveries.map(({ to }) => to)).toEqual([address]);
});

test('without SMTP_URL a mail is a file that only its owner may read, and the log names the path', async () => {
  const user = await addUser(db);
  const queue = startQueue({ smtpUrl: null });
  await post('password_reset', user.email);
  const [row] = await queued();
  queue.wake();
  await emptied();
  const path = join(dataDir, 'outbox', `password-reset-${row?.id}.eml`);
  await expect.poll(() => logLines.join()).toContain(JSON.stringify(path));
  expect(await readdir(join(dataDir, 'outbox'))).toEqual([`password-reset-${row?.id}.eml`]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(`To: ${user.email}`);
  // Not decoded, because an operator copies the link from the file.
  expect(text).toMatch(/^https:\/\/meals\.example\/reset-password\?token=[\w-]{43}\r?$/m);
  expect(logLines.join()).not.toMatch(/token=|example\.com/);
});
