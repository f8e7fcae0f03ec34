import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Prometheus itself reads the alarms, and raises each when it should. */

const rules = resolve('deploy/alarms.yml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) {
  process.stdout.write('promtool is missing (Debian: prometheus), so the alarms are not tried.\n');
}

const folder = mkdtempSync(join(tmpdir(), 'alarms-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same value for 100 minutes. */
const steady = (value: number) => `${value}+0x100`;

type Case = { alert: string; fires: Record<string, string>; silent: Record<string, string>; at: string };

/** Series of a sample a minute, with which the alarm is raised at that time, and with which it is not. */
const cases: Case[] = [
  {
    alert: 'ServerDown',
    fires: { 'up{job="api",instance="a"}': steady(0) },
    silent: { 'up{job="api",instance="a"}': steady(1), 'up{job="other"}': steady(0) },
    at: '10m',
  },
  { alert: 'DatabaseDown', fires: { database_up: steady(0) }, silent: { database_up: steady(1) }, at: '10m' },
  {
    alert: 'RequestsFail',
    fires: {
      'http_request_duration_seconds_count{status="200"}': '0+95x100',
      'http_request_duration_seconds_count{status="503"}': '0+5x100',
    },
    silent: {
      'http_request_duration_seconds_count{status="200"}': '0+995x100',
      'http_request_duration_seconds_count{status="404"}': '0+500x100',
      'http_request_duration_seconds_count{status="500"}': '0+5x100',
    },
    at: '30m',
  },
  {
    alert: 'RequestsSlow',
    fires: {
      'http_request_duration_seconds_bucket{le="1"}': '0+90x100',
      'http_request_duration_seconds_bucket{le="2.5"}': '0+100x100',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+100x100',
    },
    silent: {
      'http_request_duration_seconds_bucket{le="1"}': '0+99x100',
      'http_request_duration_seconds_bucket{le="2.5"}': '0+100x100',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+100x100',
    },
    at: '40m',
  },
  {
    alert: 'EventLoopBlocked',
    fires: { nodejs_eventloop_lag_p90_seconds: steady(0.8) },
    silent: { nodejs_eventloop_lag_p90_seconds: steady(0.05) },
    at: '20m',
  },
  {
    alert: 'ConnectionsMissing',
    fires: { 'database_pool_refused_total{pool="calls"}': '0+3x100' },
    silent: { 'database_pool_refused_total{pool="calls"}': steady(7) },
    at: '20m',
  },
  {
    alert: 'MailsWait',
    fires: { 'queue_oldest_seconds{queue="mails"}': steady(1_000) },
    silent: { 'queue_oldest_seconds{queue="mails"}': steady(100) },
    at: '20m',
  },
  {
    alert: 'MailsGivenUp',
    fires: { mails_given_up: '2+0x70 3+0x20' },
    silent: { mails_given_up: steady(2) },
    at: '80m',
  },
  {
    alert: 'JobsWait',
    fires: { 'queue_oldest_seconds{queue="recipe_import"}': steady(700) },
    silent: {
      'queue_oldest_seconds{queue="recipe_import"}': steady(60),
      'queue_oldest_seconds{queue="mails"}': steady(700),
    },
    at: '20m',
  },
  {
    alert: 'RefundRequestUrgent',
    fires: { refund_requests_urgent: steady(1) },
    silent: { refund_requests_urgent: steady(0) },
    at: '5m',
  },
  {
    alert: 'RefundRequestsUnanswered',
    fires: { refund_requests_unanswered: '1+0x500' },
    silent: { refund_requests_unanswered: '1+0x200 0+0x300' },
    at: '400m',
  },
  {
    alert: 'PurchasesWait',
    fires: { 'purchases_oldest_due_seconds{store="ios"}': steady(4_000) },
    silent: { 'purchases_oldest_due_seconds{store="ios"}': steady(30) },
    at: '30m',
  },
  {
    alert: 'PurchasesGivenUp',
    fires: { 'purchases_given_up{store="ios"}': steady(1) },
    silent: { 'purchases_given_up{store="ios"}': steady(0) },
    at: '5m',
  },
  {
    alert: 'StoreSilent',
    // Time begins at 0.
    fires: { 'store_last_notification_timestamp_seconds{store="ios"}': '0+0x4000' },
    silent: { 'store_last_notification_timestamp_seconds{store="ios"}': '100000+0x4000' },
    at: '3000m',
  },
  {
    alert: 'ReconciliationLate',
    fires: { 'store_reconciled_timestamp_seconds{store="ios"}': '0+0x4000' },
    silent: { 'store_reconciled_timestamp_seconds{store="ios"}': '100000+0x4000' },
    at: '3000m',
  },
];

function promtool(...args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { ok: status === 0, output: stdout + stderr };
}

test.runIf(hasPromtool)('the file is valid, and every alarm in it is tried below', () => {
  const { ok, output } = promtool('check', 'rules', rules);
  expect(ok, output).toBe(true);
  expect(output).toContain(`SUCCESS: ${cases.length} rules found`);
});

test.runIf(hasPromtool).each(cases)('$alert is raised when it should be, and only then', (one) => {
  const count = (series: Record<string, string>) => {
    const expression = `count(ALERTS{alertname="${one.alert}",alertstate="firing"}) or vector(0)`;
    return (raised: number) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        { expr: expression, eval_time: one.at, exp_samples: [{ labels: '{}', value: raised }] },
      ],
    });
  };
  const file = join(folder, `${one.alert}.json`);
  const tests = [count(one.fires)(1), count(one.silent)(0)];
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
  const { ok, output } = promtool('test', 'rules', file);
  expect(ok, output).toBe(true);
});
