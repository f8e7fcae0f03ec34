import { expect, test } from 'vitest';
import { measureFloor, QueryRecorder, type RecordedQuery, toGroups } from './floor.ts';

const query = (sql: string, start: number, end: number): RecordedQuery => ({
  sql,
  parameters: [sql],
  start,
  end,
});
/** A session, then a count and two lists at once, then a last one. In the order of their ends. */
const recorded = [
  query('session', 0, 2),
  query('short', 3.1, 4),
  query('count', 3, 8),
  query('rows', 3.2, 9),
  query('last', 9, 10),
];

test('queries of the same time are one group, in the order of the server', () => {
  const groups = toGroups(recorded).map((group) => group.map(({ sql }) => sql));
  expect(groups).toEqual([['session'], ['count', 'short', 'rows'], ['last']]);
  expect(toGroups([])).toEqual([]);
});

test('the floor sends every query with its parameters, a group when the one before has answered', async () => {
  const sent: unknown[] = [];
  const running = new Set<string>();
  const pool = {
    query: async (sql: string, parameters: unknown[]) => {
      sent.push([sql, parameters, [...running]]);
      running.add(sql);
      await new Promise((done) => setTimeout(done, 5));
      running.delete(sql);
    },
  };
  expect(await measureFloor(pool, recorded)).toBeGreaterThan(0);
  expect(sent).toEqual([
    ['session', ['session'], []],
    ['count', ['count'], []],
    ['short', ['short'], ['count']],
    ['rows', ['rows'], ['count', 'short']],
    ['last', ['last'], []],
  ]);
});

test('the recorder keeps nothing unless it records', () => {
  const recorder = new QueryRecorder();
  const event = (sql: string) =>
    ({
      query: { sql, parameters: [1] },
      queryDurationMillis: 3,
    }) as unknown as Parameters<QueryRecorder['add']>[0];
  recorder.add(event('before'));
  recorder.isRecording = true;
  recorder.add(event('one'));
  recorder.isRecording = false;
  recorder.add(event('after'));
  const [one, ...others] = recorder.take();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ sql: 'one', parameters: [1] });
  expect((one?.end ?? 0) - (one?.start ?? 0)).toBeCloseTo(3);
  expect(recorder.take()).toEqual([]);
});
