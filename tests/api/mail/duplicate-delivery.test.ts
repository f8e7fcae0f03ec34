import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { createMailComposer } from '#api/mail/compose-mail.ts';
import { enqueueMail, startMailQueue } from '#api/mail/queue.ts';
import { createTransportFor } from '#api/mail/transport.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';

const { db, url } = await cloneDatabase();
const smtp = await startSmtp();
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Arbitrary; no other lock in this database uses it. */
const LOCK = 4_711;

/** The real queue in a process that can be killed. */
const program = `
  import { createMailComposer } from './api/mail/compose-mail.ts';
  import { openDatabase } from './api/db/open.ts';
  import { createLog } from './api/config/log.ts';
  import { startMailQueue } from './api/mail/queue.ts';
  import { createTransportFor } from './api/mail/transport.ts';
  const log = createLog();
  const db = openDatabase(process.env.DATABASE, () => undefined);
  const transport = createTransportFor({ smtpUrl: process.env.SMTP, mailFrom: null, dataDir: '' }, log);
  startMailQueue({ db, transport, clock: () => new Date(), log, compose: createMailComposer({ db, siteUrl: '' }) });`;

test('after a kill between sending and deleting the mail is sent once more, with the same id', async () => {
  // The delete waits for the test, so that the kill happens between sending and deleting.
  await sql`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${sql.lit(LOCK)});
      return old;
    end $$`.execute(db);
  await sql`create trigger wait_for_test before delete on mails for each row execute function wait_for_test()`.execute(
    db,
  );
  const holder = openDatabase(url, () => undefined);
  onTestFinished(() => holder.destroy());
  const killed = await holder.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    await enqueueMail(db, { kind: 'password_changed', address: `${randomUUID()}@example.com` }, new Date());
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      env: { DATABASE: url, SMTP: smtp.url },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 30_000 }).toBe(1);
    expect(smtp.state.deliveries).toHaveLength(1);
    child.kill('SIGKILL');
    const [, signal] = await once(child, 'exit');
    // A delete that has begun would still be committed.
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`.execute(
      db,
    );
    await expect.poll(async () => (await waiting.execute(db)).rows, { timeout: 30_000 }).toEqual([]);
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    return signal;
  });
  expect(killed).toBe('SIGKILL');

  const queued = () => db.selectFrom('mails').selectAll().execute();
  expect(await queued()).toHaveLength(1);
  const log = createTestLog([]);
  const transport = createTransportFor({ smtpUrl: smtp.url, mailFrom: null, dataDir: '' }, log);
  const queue = startMailQueue({
    db,
    transport,
    // The lease of the killed process has ended.
    clock: () => new Date(Date.now() + 31_000),
    log,
    compose: createMailComposer({ db, siteUrl: '' }),
  });
  onTestFinished(queue.stop);
  queue.wake();
  await expect.poll(queued, { timeout: 30_000 }).toEqual([]);
  queue.wake();
  await queue.stop();
  const ids = smtp.state.deliveries.map(({ data }) => data.match(/Message-ID: (\S+)/)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
