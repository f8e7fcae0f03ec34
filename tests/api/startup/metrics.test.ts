import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '#api/config/environment.ts';
import { openDatabase } from '#api/db/open.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { startServer } from '#api/startup/server.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { takePort } from '#tests/setup/api/port.ts';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };

/** A server with metrics, on a database of its own. */
async function start() {
  const { db, url } = await cloneDatabase();
  const [port, metricsPort] = [await takePort(), await takePort()];
  const logLines: string[] = [];
  const never = new AbortController().signal;
  const run = async () => {
    const server = await startServer({
      environment: readEnvironment({
        DATABASE_URL: url,
        API_ONLY: '1',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATA_DIR: '/nonexistent',
        SMTP_URL: 'smtp://127.0.0.1:1',
      }),
      log: createTestLog(logLines),
      write: () => undefined,
      stopping: never,
      abortDrain: never,
      onLost: (error) => {
        throw error;
      },
    });
    onTestFinished(() => server.disposeAsync());
  };
  const address = `http://127.0.0.1:${port}`;
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return readSamples(await answer.text());
  };
  return { db, url, run, address, metricsPort, scrape, logLines };
}

/** The value of each series, such as `queue_jobs{queue="mails"}`. */
function readSamples(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('requests are counted by route and status, also those that a guard refuses', async () => {
  const { run, address, metricsPort, scrape } = await start();
  await run();
  const before = await scrape();
  for (const path of ['/api/v1/admin/users/7', '/api/v1/nothing', '/nothing', '/healthz', '/readyz']) {
    await fetch(address + path).then((answer) => answer.text());
  }
  await fetch(`${address}/api/v1/auth/admin-login`, { method: 'POST' }).then((answer) => answer.text());
  const after = await scrape();
  const count = (method: string, route: string, status: number) => {
    const name = `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    return (after[name] ?? 0) - (before[name] ?? 0);
  };
  expect(count('GET', '/api/v1/admin/users/:userId', 401)).toBe(1);
  expect(count('POST', '/api/v1/auth/admin-login', 415)).toBe(1);
  expect(count('GET', 'unknown', 404)).toBe(1);
  expect(count('GET', 'site', 404)).toBe(1);
  expect(count('GET', '/healthz', 200)).toBe(1);
  expect(count('GET', '/readyz', 200)).toBe(1);
  expect(after).toMatchObject({
    process_resident_memory_bytes: expect.any(Number),
    nodejs_eventloop_lag_p90_seconds: expect.any(Number),
    'database_pool_waiting{pool="calls"}': expect.any(Number),
    'database_pool_connections{pool="background",state="used"}': expect.any(Number),
  });
  expect(after['database_pool_wait_seconds_count{pool="calls"}']).toBeGreaterThan(0);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
});

test('what waits is counted, with its age; without it everything is zero', async () => {
  const { db, run, scrape } = await start();
  await run();
  const first = await scrape();
  expect(first).not.toHaveProperty(['store_last_notification_timestamp_seconds{store="ios"}']);
  expect(first).toMatchObject({
    database_up: 1,
    'queue_jobs{queue="mails"}': 0,
    'queue_oldest_seconds{queue="mails"}': 0,
    'queue_jobs{queue="payment_retry"}': 0,
    'queue_jobs{queue="recipe_change"}': 0,
    'queue_oldest_seconds{queue="recipe_import"}': 0,
    mails_given_up: 0,
    refund_requests_unanswered: 0,
    refund_requests_urgent: 0,
    'purchases_due{store="ios"}': 0,
    'purchases_oldest_due_seconds{store="android"}': 0,
    'purchases_given_up{store="android"}': 0,
    'store_notifications_last_day{store="ios"}': 0,
    'store_reconciliation_failed{store="ios"}': 0,
  });

  // The first reconciliation of a new server would write its time over the one below.
  const countComplete = async () => {
    const runs = await db.selectFrom('reconciliations').select('complete_until').execute();
    return runs.filter((run) => run.complete_until).length;
  };
  await expect.poll(countComplete).toBe(2);

  // No worker takes them: a lease of another server, or due later.
  await db.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, { kind: 'password_reset', address: 'late@example.com' }, ago(1));
    await enqueueMail(transaction, { kind: 'password_reset', address: 'lost@example.com' }, ago(9));
    const mails = transaction.updateTable('mails');
    await mails
      .set({ due_at: new Date(Date.now() + HOUR_MS) })
      .where('address', '=', 'late@example.com')
      .execute();
    await mails.set({ given_up_at: new Date() }).where('address', '=', 'lost@example.com').execute();
  });
  const lease = { lease_id: sql`gen_random_uuid()`, lease_until: new Date(Date.now() + HOUR_MS) };
  await sql`insert into purchases (platform, key, due_at, due_since, lease_id, lease_until)
    values ('android', 'key', ${ago(2)}, ${ago(2)}, ${lease.lease_id}, ${lease.lease_until})`.execute(db);
  await sql`insert into purchases (platform, key, due_at, given_up_at) values ('ios', 'key', ${ago(2)}, ${ago(1)})`.execute(
    db,
  );
  const notification = (id: string, at: Date) => ({
    ...{ platform: 'android' as const, id, type: 'SUBSCRIPTION_RENEWED', environment: 'production' as const },
    ...{ sent_at: at, received_at: at, purchase_id: null },
  });
  await db
    .insertInto('store_notifications')
    .values([notification('new', ago(3)), notification('old', ago(30))])
    .execute();
  await db
    .updateTable('reconciliations')
    .set({ complete_until: ago(5) })
    .where('platform', '=', 'android')
    .execute();
  await db
    .updateTable('reconciliations')
    .set({ complete_until: null, failed_at: ago(1), failure: 'HTTP 500' })
    .where('platform', '=', 'ios')
    .execute();
  await db
    .insertInto('refund_requests')
    .values({
      ...{ platform: 'android', notification_id: 'asked', order_id: 'GPA.1', product_id: null },
      ...{ purchase_id: null, account_token: null, store_reason: null, store_token: 'token' },
      ...{ asked_at: ago(3), answer_due_at: new Date(Date.now() + HOUR_MS), due_at: null },
    })
    .execute();

  const samples = await scrape();
  expect(samples).toMatchObject({
    'queue_jobs{queue="mails"}': 1,
    mails_given_up: 1,
    'purchases_due{store="android"}': 1,
    'purchases_due{store="ios"}': 0,
    'purchases_given_up{store="ios"}': 1,
    'store_notifications_last_day{store="android"}': 1,
    refund_requests_unanswered: 1,
    refund_requests_urgent: 1,
    // It has a purchase, and never worked.
    'store_last_notification_timestamp_seconds{store="ios"}': 0,
    'store_reconciled_timestamp_seconds{store="ios"}': 0,
  });
  const seconds = (name: string) => Math.round((samples[name] ?? 0) / 60);
  expect(seconds('queue_oldest_seconds{queue="mails"}')).toBe(60);
  expect(seconds('purchases_oldest_due_seconds{store="android"}')).toBe(120);
  const age = (name: string) => Math.round((Date.now() / 1_000 - (samples[name] ?? 0)) / 3_600);
  expect(age('store_last_notification_timestamp_seconds{store="android"}')).toBe(3);
  expect(age('store_reconciled_timestamp_seconds{store="android"}')).toBe(5);
});

test('a database that does not answer is one figure; no old ones stay', async () => {
  const { url, run, scrape } = await start();
  await run();
  expect(await scrape()).toMatchObject({ database_up: 1, mails_given_up: 0 });
  const { pathname, href } = new URL(url);
  const other = openDatabase(href.replace(pathname, '/postgres'), () => undefined, { connections: 1 });
  onTestFinished(() => other.destroy());
  const name = sql.id(pathname.slice(1));
  await sql`alter database ${name} allow_connections false`.execute(other);
  onTestFinished(async () => {
    await sql`alter database ${name} allow_connections true`.execute(other);
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pathname.slice(1)}`.execute(
    other,
  );
  await expect.poll(scrape).toMatchObject({ database_up: 0 });
  const samples = await scrape();
  expect(samples.mails_given_up).toBeUndefined();
  expect(samples['queue_jobs{queue="mails"}']).toBeUndefined();
  expect(samples.process_resident_memory_bytes).toBeGreaterThan(0);
});

test('each alarm reads figures that exist, and has its paragraph for the operator', async () => {
  const { run, address, scrape } = await start();
  await run();
  await fetch(`${address}/readyz`).then((answer) => answer.text());
  await expect.poll(scrape).toHaveProperty(['store_reconciled_timestamp_seconds{store="ios"}']);
  const existing = Object.keys(await scrape()).map((series) => series.replace(/\{.*/, ''));
  const rules = (parse(readFileSync('deploy/alarms.yml', 'utf8')) as Rules).groups.flatMap(
    (group) => group.rules,
  );
  const documented = readFileSync('docs/operations.md', 'utf8');
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr } of rules) {
    const names = expr.match(/\b[a-z]+(_[a-z\d]+)+\b/g) ?? [];
    const figures = names.filter((name) => name !== 'histogram_quantile');
    // Prometheus makes it itself; the others appear with the first of what they count.
    const known = [...existing, 'database_pool_refused_total', 'store_last_notification_timestamp_seconds'];
    expect(known, alert).toEqual(expect.arrayContaining(figures));
    expect(documented, alert).toMatch(new RegExp(`\\*\\*${alert}\\*\\*`));
  }
});
