import { afterAll, expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { listUsers } from '#contract/users/list.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { call } from './calls/call.ts';
import { calls } from './calls.ts';
import { measureCall } from './measure-call.ts';
import { toGroups } from './server/floor.ts';
import { openSide } from './side.ts';

const { db, url } = await cloneDatabase();
await fillDemo(db, { seed: 1, now: new Date() });
const side = await openSide(url);
afterAll(side.stop);

test.each(calls.map((one) => [one.name, one] as const))('%s succeeds', async (_, one) => {
  const [figures] = await measureCall(one, [side], { rounds: 1, loadMs: 0 });
  expect(figures).toMatchObject({ users: 250, rounds: 1, load: null });
  // Those with a cursor cannot be sent query by query.
  const isStream = /(user|recipe|payment)-export$/.test(one.endpoint.path);
  expect(figures?.floor === null).toBe(one.endpoint.method !== 'GET' || isStream);
});

test('the floor of a list is its SQL: the session, then totals at once, then rows', async () => {
  side.server.record({ isRecording: true });
  await side.send(
    call(listUsers, () => ({})),
    { query: { keyword: 'maria' } },
  );
  const groups = toGroups(await side.server.takeQueries());
  side.server.record({ isRecording: false });
  expect(groups.map((group) => group.length)).toEqual([1, 2, 1]);
  expect(groups[0]?.[0]?.sql).toContain('"access_tokens"');
  expect(groups[1]?.flatMap(({ parameters }) => parameters)).toContain('maria');
  expect(groups[2]?.[0]?.sql).toContain('from "users"');
});

test('a call that fails stops the measurement with a message', async () => {
  const refused = call(listUsers, () => ({ query: { page: 0 } }), 'page 0');
  await expect(measureCall(refused, [side], { rounds: 1, loadMs: 0 })).rejects.toThrow(
    /^GET \/admin\/users, page 0 with 250 users answered 4\d\d: \{/,
  );
});

test('under load every answer is counted, and the first failure is kept', async () => {
  const list = call(listUsers, () => ({}));
  const [figures] = await measureCall(list, [side], { rounds: 1, loadMs: 200 });
  expect(figures?.load).toEqual({
    answersPerSecond: expect.any(Number),
    floorPerSecond: expect.any(Number),
    failure: null,
  });
  expect(figures?.load?.floorPerSecond).toBeGreaterThan(0);
  expect(figures?.load?.answersPerSecond).toBeGreaterThan(0);
  const broken = call(listUsers, (_, turn) => ({ query: { page: turn > 10 ? 0 : 1 } }));
  const [failed] = await measureCall(broken, [side], { rounds: 1, loadMs: 200 });
  expect(failed?.load?.failure).toMatch(/answered 4\d\d/);
});
