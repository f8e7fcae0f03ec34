import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { repeat } from '#api/startup/housekeeping.ts';

afterEach(() => void vi.useRealTimers());

/** A task whose runs end on demand. */
function controlled() {
  const ends: (() => void)[] = [];
  return { ends, task: () => new Promise<void>((done) => ends.push(done)) };
}

const noError = (error: unknown) => {
  throw error;
};

test('stop waits for the running task, and no other run follows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { ends, task } = controlled();
  const repeated = repeat(1_000, task, noError);
  let isStopped = false;
  const stopping = repeated.stop().then(() => {
    isStopped = true;
  });
  await setImmediate();
  expect(isStopped).toBe(false);
  ends[0]?.();
  await stopping;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(1);
});

test('stop waits at most five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stopping = repeat(1_000, controlled().task, noError).stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopping;
});

test('a task runs again after its end and the interval, also after an error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const errors: unknown[] = [];
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw new Error(`run ${runs}`);
  };
  const repeated = repeat(1_000, failing, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(errors).toEqual([new Error('run 1'), new Error('run 2')]);
  await repeated.stop();
});
