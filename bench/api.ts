import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openServer } from './api/databases.ts';
import { type NamedRequest, readSamples, requests, type Samples } from './api/requests.ts';
import { type Served, serveApi } from './serve-product.ts';
import { percentile, renderTable } from './table.ts';

/**
 * `npm run bench:api -- [users ...] [--only TEXT] [--rounds N]`: what administrators and apps read, with one connection, at a
 * thousand, 100,000 and a million users; then 20 connections. The databases are kept for the next run, in `.data/bench` or
 * on the server of DATABASE_URL.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '20' } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 100_000, 1_000_000];
const rounds = Number(values.rounds);
const chosen = requests.filter(({ name }) => name.includes(values.only));
const write = (text: string) => void process.stderr.write(text);

const WARM_UP = 300;
const CONNECTIONS = 20;
const LOAD_MS = 10_000;

type Side = { users: number; samples: Samples; get: (path: string) => Promise<number> };
type Figures = { first: number; p50: number; p95: number };

await using cleanups = new AsyncDisposableStack();
const server = cleanups.use(await openServer(write));
const sides: Side[] = [];
for (const users of sizes) {
  const served = cleanups.use(await serveApi(await server.prepare(users)));
  sides.push({ users, samples: await readSamples(served.db), get: await createClient(served) });
}
// The first calls of a process are slow until its code is compiled.
for (const { get } of sides) for (let call = 0; call < WARM_UP; call += 1) await get('/admin/account');

const measured = new Map<NamedRequest, Figures[]>();
for (const request of chosen) {
  write(`${request.name}\n`);
  const figures: Figures[] = [];
  for (const side of sides) figures.push(await measure(request, side));
  measured.set(request, figures);
}
process.stdout.write(`PostgreSQL ${server.version}, ${rounds} rounds, milliseconds\n\n${render()}\n`);
const last = sides.at(-1);
if (last && values.only === '') {
  process.stdout.write(`${await loadDearest(last)}\n${await loadMixed(last)}\n`);
}

/**
 * Resolves with the milliseconds from the first byte sent to the last one received. Throws unless the answer is 200.
 */
async function createClient({ origin, signIn }: Served): Promise<Side['get']> {
  const { token } = await signIn();
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  return async (path) => {
    const start = performance.now();
    const url = path === '/healthz' ? origin + path : `${origin}/api/v1${path}`;
    const answer = await fetch(url, { headers });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body.slice(0, 200)}`);
    return performance.now() - start;
  };
}

/** `first`: nothing was counted before, so that a figure which is kept afterwards shows what it costs. */
async function measure({ path }: NamedRequest, { samples, get }: Side): Promise<Figures> {
  const first = await get(path(samples, 0));
  const times: number[] = [];
  for (let turn = 1; turn <= rounds; turn += 1) times.push(await get(path(samples, turn)));
  return { first, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/**
 * `growth`: how many times as long a call takes with the most users as with the second most; linear is as their
 * numbers.
 */
function render(): string {
  const sized = sides.map(({ users }) => users.toLocaleString('en-US'));
  const head = ['call', 'limit', ...sized.flatMap((users) => [`${users}: p50`, 'p95']), 'first', 'growth'];
  const rows = [...measured].map(([{ name, limit }, figures]) => {
    const [most, second] = [figures.at(-1), figures.at(-2)];
    const isSlow = (most?.p95 ?? 0) > limit;
    const growth = most && second ? (most.p50 / second.p50).toFixed(1) : '';
    const times = figures.flatMap(({ p50, p95 }) => [p50.toFixed(1), p95.toFixed(1)]);
    return [name, `${isSlow ? '! ' : ''}${limit}`, ...times, most?.first.toFixed(0) ?? '', growth];
  });
  return renderTable(head, rows);
}

/**
 * Whether the server stays healthy, and cheap calls are answered, while 20 connections send the call that takes
 * longest.
 */
async function loadDearest({ users, samples, get }: Side): Promise<string> {
  const dearest = [...measured].reduce((one, other) =>
    (other[1].at(-1)?.p95 ?? 0) > (one[1].at(-1)?.p95 ?? 0) ? other : one,
  )[0];
  const other = { health: [] as number[], cheap: [] as number[] };
  const watching = async (times: number[], path: string) => {
    for (const end = performance.now() + LOAD_MS; performance.now() < end; await pause(50)) {
      times.push(await get(path));
    }
  };
  const [loaded] = await Promise.all([
    load((turn) => get(dearest.path(samples, turn))),
    watching(other.health, '/healthz'),
    watching(other.cheap, '/admin/account'),
  ]);
  const slowest = (times: readonly number[]) => `${Math.max(...times).toFixed(0)} ms`;
  return (
    `${CONNECTIONS} connections on the most expensive call (${dearest.name}, ${users} users): ${loaded}. ` +
    `Meanwhile /healthz took at most ${slowest(other.health)}, the account ${slowest(other.cheap)}.`
  );
}

/** An administrator's day: lists, a search, a record, the dashboard. */
async function loadMixed({ users, samples, get }: Side): Promise<string> {
  const names = ['users, page 1', 'users, a first name', 'a user', 'recipes, page 1', 'a recipe'];
  const mixed = [...names, 'payments, page 1', 'activity, page 1', 'dashboard, overview'].map((name) => {
    const found = requests.find((request) => request.name === name);
    if (!found) throw new Error(`There is no request "${name}".`);
    return found;
  });
  const loaded = await load((turn) => {
    const request = mixed[turn % mixed.length];
    return request ? get(request.path(samples, turn)) : Promise.resolve(0);
  });
  return `${CONNECTIONS} connections on lists, a search, records and the dashboard (${users} users): ${loaded}.`;
}

/** Twenty connections that each send the next call when the last one is answered. */
async function load(send: (turn: number) => Promise<number>): Promise<string> {
  const times: number[] = [];
  const end = performance.now() + LOAD_MS;
  let [turn, refused] = [0, 0];
  const work = async () => {
    while (performance.now() < end) {
      turn += 1;
      const time = await send(turn).catch(() => null);
      if (time === null) refused += 1;
      else times.push(time);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const [p50, p95] = [0.5, 0.95].map((part) => percentile(times, part).toFixed(0));
  const perSecond = Math.round((times.length * 1_000) / LOAD_MS);
  return `${perSecond} answers a second, p50 ${p50} ms, p95 ${p95} ms, ${refused} refused`;
}
