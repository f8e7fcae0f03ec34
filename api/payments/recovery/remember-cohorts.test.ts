import { expect, test } from 'vitest';
import { rememberCohorts } from './remember-cohorts.ts';

const none = { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 };

test.each([
  [9_999, 2],
  [10_000, 1],
])('of %d payments two calls in a minute read %d times', async (open, reads) => {
  const clock = { now: new Date('2026-11-23T12:00:00Z') };
  const remember = rememberCohorts<{ results: typeof none }>(
    () => clock.now,
    (read) => read,
  );
  let read = 0;
  const load = async () => {
    read += 1;
    return { results: { ...none, open } };
  };
  await remember(load);
  clock.now = new Date(clock.now.getTime() + 59_000);
  await remember(load);
  expect(read).toBe(reads);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await remember(load);
  expect(read).toBe(reads + 1);
});
