import { beforeEach, expect, test } from 'vitest';
import { createSlowAnswers } from './keep-slow-answers.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const START = new Date('2026-06-07T12:00:00Z');

let now: number;
let passed: number;
let counted: number;
let slowAnswers: ReturnType<typeof createSlowAnswers>;

beforeEach(() => {
  now = START.getTime();
  passed = 0;
  counted = 0;
  slowAnswers = createSlowAnswers(
    () => new Date(now),
    () => passed,
  );
});

/** Counts how often it was counted, which takes so long. */
const counting = (ms: number) =>
  slowAnswers.keep(async () => {
    counted += 1;
    const answer = counted;
    passed += ms;
    return answer;
  });

test('an answer of 200 ms is counted each time', async () => {
  const read = counting(200);
  expect(await read()).toEqual({ answer: 1 });
  expect(await read()).toEqual({ answer: 2 });
});

test.each([
  [201, MINUTE_MS],
  [6 * SECOND_MS, MINUTE_MS],
  [12 * SECOND_MS, 2 * MINUTE_MS],
  [90 * SECOND_MS, 15 * MINUTE_MS],
  [600 * SECOND_MS, 15 * MINUTE_MS],
])('an answer of %d ms is kept for %d ms, with its time', async (ms, kept) => {
  const read = counting(ms);
  expect(await read()).toEqual({ answer: 1 });
  now += kept - 1;
  expect(await read()).toEqual({ answer: 1, countedAt: START.toISOString() });
  now += 1;
  expect(await read()).toEqual({ answer: 2 });
});

test('a write that has ended clears every answer', async () => {
  const [one, other] = [counting(300), counting(300)];
  await one();
  await other();
  slowAnswers.clear();
  expect(await one()).toEqual({ answer: 3 });
  expect(await other()).toEqual({ answer: 4 });
});

/** A count that goes on until the test ends it. */
function heldCount() {
  const begun: PromiseWithResolvers<string>[] = [];
  const read = slowAnswers.keep((at) => {
    expect(at).toEqual(new Date(now));
    const held = Promise.withResolvers<string>();
    begun.push(held);
    return held.promise;
  });
  const end = (place: number, answer: string) => {
    passed += SECOND_MS;
    begun[place]?.resolve(answer);
  };
  return { begun, read, end };
}

test('calls at the same time share one count', async () => {
  const { begun, read, end } = heldCount();
  const answers = [read(), read(), read()];
  end(0, 'once');
  expect(await Promise.all(answers)).toEqual(Array(3).fill({ answer: 'once' }));
  expect(begun).toHaveLength(1);
});

test('a count that began before a write is not kept after it, and only one runs at a time', async () => {
  const { begun, read, end } = heldCount();
  const before = read();
  slowAnswers.clear();
  const after = [read(), read()];
  expect(begun).toHaveLength(1);
  end(0, 'before the write');
  expect(await before).toEqual({ answer: 'before the write' });
  await expect.poll(() => begun.length).toBe(2);
  end(1, 'after the write');
  expect(await Promise.all(after)).toEqual(Array(2).fill({ answer: 'after the write' }));
  expect(await read()).toEqual({ answer: 'after the write', countedAt: START.toISOString() });
});

test('a count that fails is not kept, also for those who wait for its end', async () => {
  const { begun, read, end } = heldCount();
  const failing = [read(), read()];
  begun[0]?.reject(new Error('stopped'));
  for (const answer of failing) await expect(answer).rejects.toThrow('stopped');
  const again = read();
  slowAnswers.clear();
  const after = read();
  begun[1]?.reject(new Error('stopped again'));
  await expect(again).rejects.toThrow('stopped again');
  await expect.poll(() => begun.length).toBe(3);
  end(2, 'counted');
  expect(await after).toEqual({ answer: 'counted' });
});
