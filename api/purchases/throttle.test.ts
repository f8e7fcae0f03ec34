import { expect, test } from 'vitest';
import type { Question, StoreAnswer } from './store.ts';
import { throttle } from './throttle.ts';

const question: Question = {
  platform: 'android',
  key: 'a',
  environment: 'production',
  productId: null,
  knownOrder: null,
  askedOrders: [],
};
const start = new Date('2026-11-20T10:00:00Z');
const inHours = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

/** A store that asks us to wait, once. */
function createStore(until: Date) {
  const clock = { now: start };
  const answers: StoreAnswer[] = [{ kind: 'not_now', because: 'it asked us to wait', until }];
  let asked = 0;
  const store = throttle(
    {
      ask: async () => {
        asked += 1;
        return answers.shift() ?? { kind: 'never_known', raw: '404' };
      },
      environments: ['production'],
      findOrder: async () => ({ kind: 'unknown', raw: '404' }),
      requestTest: null,
      answerRefund: async () => ({ kind: 'accepted' }),
      act: async () => ({ kind: 'done' }),
      verify: async () => ({ kind: 'forged', because: 'a test' }),
      readMissed: async function* () {},
      ratePerSecond: 1_000,
    },
    () => clock.now,
  );
  const ask = () => store.ask(question, AbortSignal.timeout(60_000));
  return { clock, ask, pausedUntil: store.pausedUntil, askedTimes: () => asked };
}

test('no question is asked before the time that the store names, and each one afterwards', async () => {
  const store = createStore(inHours(1));
  await store.ask();
  expect(await store.ask()).toEqual({
    kind: 'not_now',
    because: 'it accepts no requests until 11:00 UTC',
    until: inHours(1),
  });
  expect([store.askedTimes(), store.pausedUntil()]).toEqual([1, inHours(1).getTime()]);
  store.clock.now = inHours(1);
  expect(await store.ask()).toEqual({ kind: 'never_known', raw: '404' });
});

test('a time that no store means is a day', async () => {
  const store = createStore(new Date('9999-01-01T00:00:00Z'));
  expect(await store.ask()).toMatchObject({ until: inHours(24) });
  expect(store.pausedUntil()).toBe(inHours(24).getTime());
});
