import { Hono, type MiddlewareHandler } from 'hono';
import { matchedRoutes, routePath } from 'hono/route';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { describePool } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { FetchHandler } from '../http/node-server.ts';
import { type FigureServices, readFigures } from './figures.ts';

export type PoolName = 'calls' | 'background' | 'health';

type Watched = FigureServices & {
  pools: Readonly<Record<PoolName, Db>>;
  log: Logger;
};

export type Metrics = {
  /** Answers `GET /metrics` in the text format of Prometheus. */
  fetch: FetchHandler;
  /** Times each request until its answer begins. */
  measureRequest: MiddlewareHandler;
  /** `seconds`: how long a query waited for a connection; null: it got none. */
  recordWait: (pool: PoolName, seconds: number | null) => void;
  /** From now on an answer has the figures of the database, too. */
  watch: (watched: Watched) => void;
};

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20];

/** What docs/operations.md lists. Names and units are as https://prometheus.io/docs/practices/naming/ asks for. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the beginning of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'Time that a query waited for a connection.',
    labelNames: ['pool'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'database_pool_refused_total',
    help: 'Queries that got no connection in time.',
    labelNames: ['pool'],
    registers,
  });
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of a pool.',
    labelNames: ['pool', 'state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'database_pool_waiting',
    help: 'Queries that wait for a connection.',
    labelNames: ['pool'],
    registers,
  });
  const isUp = new Gauge({ name: 'database_up', help: '1 if the database answers, else 0.', registers });
  let watched: Watched | null = null;

  /** Each scrape has new ones: figures that could not be read are left out, and no old ones stay. */
  async function readFromDatabase(source: Watched): Promise<Registry> {
    const figures = await readFigures(source).catch((error: unknown) => {
      source.log.warn({ err: error }, 'the figures for /metrics could not be read');
      return null;
    });
    isUp.set(figures ? 1 : 0);
    const current = new Registry();
    const gauges = new Map<string, Gauge>();
    for (const { name, help, labels, value } of figures ?? []) {
      const gauge =
        gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [current] });
      gauges.set(name, gauge);
      gauge.set(labels, value);
    }
    return current;
  }

  function updatePools(pools: Watched['pools']): void {
    for (const [pool, db] of Object.entries(pools)) {
      const { total, idle, waits: count } = describePool(db);
      connections.set({ pool, state: 'used' }, total - idle);
      connections.set({ pool, state: 'idle' }, idle);
      waiting.set({ pool }, count);
    }
  }

  const app = new Hono().get('/metrics', async (context) => {
    const all = [register];
    if (watched) {
      updatePools(watched.pools);
      all.push(await readFromDatabase(watched));
    }
    const text = await Registry.merge(all).metrics();
    return context.body(text, 200, { 'content-type': register.contentType });
  });

  return {
    fetch: app.fetch,
    measureRequest: async (context, next) => {
      const end = requests.startTimer();
      await next();
      const { method } = context.req;
      // A guard that refuses a call answers before its route, and is counted as that route.
      const endpoint = matchedRoutes(context).findLast((route) => !route.path.includes('*'));
      // The expression of a parameter is none of the reader's business.
      const path = endpoint?.path.replaceAll(/\{[^{}]*\}/g, '');
      const route = path ?? (routePath(context) === '/*' ? 'site' : 'unknown');
      end({ method, route, status: context.res.status });
    },
    recordWait: (pool, seconds) => {
      if (seconds === null) refusals.inc({ pool });
      else waits.observe({ pool }, seconds);
    },
    watch: (source) => {
      watched = source;
    },
  };
}
