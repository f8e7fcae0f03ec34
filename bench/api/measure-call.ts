import type { Call } from './calls/call.ts';
import { percentile } from './figures/percentile.ts';
import type { Request } from './request.ts';
import { measureFloor, type RecordedQuery } from './server/floor.ts';
import { CONNECTIONS, type Side } from './side.ts';

/** Times in milliseconds, from the first byte sent to the last one received. */
export type Figures = {
  users: number;
  rounds: number;
  p50: number;
  p95: number;
  /** The SQL of a reading call without the server; null for other calls, and for exports with a cursor. */
  floor: { p50: number; p95: number; queries: number } | null;
  /** At 20 connections. null: a call this slow was not tried. `floorPerSecond`: the SQL of so many calls by the driver. */
  load: { answersPerSecond: number; floorPerSecond: number | null; failure: string | null } | null;
};

/** `loadMs`: 0 for no load. */
type Limits = { rounds: number; loadMs: number };

const WARM_UP_TURNS = 2;
const MIN_ROUNDS = 5;
/** Of the rounds of a call, on all sides. */
const MAX_ROUNDS_MS = 30_000;
/** Twenty at once would wait for a connection of the pool for longer than the server lets them. */
const MAX_LOADED_MS = 1_000;
/** Prepared calls under load. */
const MAX_PREPARED = 300;
const SLICE_MS = 250;
const WARM_UP_SLICES = 2;

/** The sides take turns, so that load on the machine affects all of them. Throws if a call fails. */
export async function measureCall(call: Call, sides: readonly Side[], limits: Limits): Promise<Figures[]> {
  const measured = await Promise.all(sides.map((side) => startMeasuring(call, side, limits)));
  const end = performance.now() + MAX_ROUNDS_MS;
  for (let round = 0; round < limits.rounds; round += 1) {
    if (round >= MIN_ROUNDS && performance.now() > end) break;
    for (const one of measured) await measureRound(one);
  }
  const loads = await measureLoads(measured, limits.loadMs);
  return measured.map((one, place) => toFigures(one, loads[place] ?? null));
}

type Measuring = {
  call: Call;
  side: Side;
  /** Each turn another request. */
  nextRequest: () => Request | null;
  times: number[];
  floors: number[];
  /** Of each round. */
  recorded: RecordedQuery[][];
};

async function startMeasuring(call: Call, side: Side, { rounds, loadMs }: Limits): Promise<Measuring> {
  await side.reconnect();
  const count = WARM_UP_TURNS + rounds + (loadMs > 0 ? MAX_PREPARED : 0);
  const request = await call.open(side, count);
  let turn = 0;
  const nextRequest = () => {
    if (call.isPrepared && turn >= count) return null;
    turn += 1;
    return request(turn - 1);
  };
  for (; turn < WARM_UP_TURNS; turn += 1) await side.send(call, expectRequest(call, request(turn)));
  return { call, side, nextRequest, times: [], floors: [], recorded: [] };
}

function expectRequest(call: Call, request: Request | null): Request {
  if (!request) throw new Error(`${call.name}: too few calls were prepared.`);
  return request;
}

async function measureRound(measuring: Measuring): Promise<void> {
  const { call, side, times, floors } = measuring;
  const request = expectRequest(call, measuring.nextRequest());
  const hasFloor = call.endpoint.method === 'GET';
  side.server.record({ isRecording: hasFloor });
  const start = performance.now();
  await side.send(call, request);
  times.push(performance.now() - start);
  side.server.record({ isRecording: false });
  if (!hasFloor) return;
  const queries = await side.server.takeQueries();
  // The cursor of an export cannot be sent again query by query.
  if (queries.some(({ sql }) => /^(set transaction|declare|fetch)/i.test(sql))) return;
  measuring.recorded.push(queries);
  floors.push(await measureFloor(side.pool, queries));
}

function toFigures({ side, times, floors, recorded }: Measuring, load: Figures['load']): Figures {
  const queries = recorded.at(-1)?.length ?? 0;
  return {
    users: side.users,
    rounds: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    floor:
      floors.length > 0 ? { p50: percentile(floors, 0.5), p95: percentile(floors, 0.95), queries } : null,
    load,
  };
}

/**
 * Twenty connections that each send the next call when the last one is answered. Ends early if one fails. The sides, and
 * the calls and their floor, take turns, so that load on the machine affects all of them. The first turns warm up.
 */
async function measureLoads(measured: readonly Measuring[], loadMs: number): Promise<Figures['load'][]> {
  const loads = await Promise.all(measured.map((one) => openLoad(one, loadMs)));
  const slices = Math.max(1, Math.round(loadMs / SLICE_MS));
  for (let slice = -WARM_UP_SLICES; slice < slices; slice += 1) {
    for (const load of loads) await load?.run(slice);
  }
  return loads.map((load) => load?.figures() ?? null);
}

/** Null for a call this slow, and without load. */
async function openLoad({ call, side, nextRequest, recorded, times }: Measuring, loadMs: number) {
  if (loadMs === 0 || percentile(times, 0.5) > MAX_LOADED_MS) return null;
  await side.reconnect();
  const statuses = call.mayRefuse ? [200, 503] : [200];
  const send = async () => {
    const request = nextRequest();
    if (!request) return 'end';
    const { status } = await side.send(call, request, statuses);
    return status === 200 ? 'counted' : 'not counted';
  };
  let turn = 0;
  const query = async () => {
    turn += 1;
    await measureFloor(side.pool, recorded[turn % recorded.length] ?? []);
    return 'counted' as const;
  };
  const [answers, floor] = [createLoad(send), createLoad(query)];
  return {
    run: async (slice: number) => {
      const isCounted = slice >= 0;
      // What was prepared for a call is too little to be spent on a warm-up.
      if (call.isPrepared && !isCounted) return;
      await answers.run({ isCounted });
      if (recorded.length > 0) await floor.run({ isCounted });
    },
    figures: () => ({
      answersPerSecond: answers.perSecond(),
      floorPerSecond: recorded.length > 0 ? floor.perSecond() : null,
      failure: answers.failure(),
    }),
  };
}

/** Work that each connection repeats for a slice of time, until one of them fails. */
function createLoad(work: () => Promise<'counted' | 'not counted' | 'end'>) {
  let [count, ms] = [0, 0];
  let failure: string | null = null;
  const repeat = async (end: number) => {
    let done = 0;
    while (failure === null && performance.now() < end) {
      const result = await work();
      if (result === 'end') break;
      if (result === 'counted') done += 1;
    }
    return done;
  };
  return {
    run: async ({ isCounted }: { isCounted: boolean }) => {
      const start = performance.now();
      const connect = () =>
        repeat(start + SLICE_MS).catch((error: unknown) => {
          failure ??= String(error);
          return 0;
        });
      const done = await Promise.all(Array.from({ length: CONNECTIONS }, connect));
      if (!isCounted) return;
      ms += performance.now() - start;
      count += done.reduce((sum, one) => sum + one, 0);
    },
    perSecond: () => (count / ms) * 1_000,
    failure: () => failure,
  };
}
