import { beforeEach, expect, test } from 'vitest';
import { rememberCounts } from './remember-counts.ts';

let now: number;
let count: ReturnType<typeof rememberCounts>;
let counted: string[];

beforeEach(() => {
  now = Date.parse('2026-06-07T12:00:00Z');
  count = rememberCounts(() => new Date(now));
  counted = [];
});

const ask = (key: string, result: number) =>
  count(key, async () => {
    counted.push(key);
    return result;
  });

test('a count of 1,000 is remembered for less than 60 seconds', async () => {
  expect(await ask('ma', 1_000)).toBe(1_000);
  now += 59_999;
  expect(await ask('ma', 2_000)).toBe(1_000);
  now += 1;
  expect(await ask('ma', 2_000)).toBe(2_000);
  now += 59_999;
  expect(await ask('ma', 3_000)).toBe(2_000);
  expect(counted).toHaveLength(2);
});

test('a smaller count is counted each time', async () => {
  expect(await ask('ma', 999)).toBe(999);
  expect(await ask('ma', 998)).toBe(998);
  expect(await ask('ma', 1_000)).toBe(1_000);
  expect(await ask('ma', 5)).toBe(1_000);
});

test('each text has a count of its own', async () => {
  await ask('ma', 1_000);
  expect(await ask('mar', 2_000)).toBe(2_000);
  expect(await ask('ma', 5)).toBe(1_000);
});

test('a count that fails is counted again', async () => {
  await expect(count('ma', () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  expect(await ask('ma', 1_000)).toBe(1_000);
});

test('at most 1,000 counts are remembered: the oldest one goes', async () => {
  for (let index = 0; index < 1_001; index += 1) await ask(`text${index}`, 1_000);
  counted = [];
  await ask('text1', 1_000);
  await ask('text1000', 1_000);
  expect(counted).toEqual([]);
  await ask('text0', 1_000);
  expect(counted).toEqual(['text0']);
});
