import { setTimeout as pause } from 'node:timers/promises';
import type { StoreAnswer, StoreConnection } from './store.ts';

/** The stores count by the hour. A longer time is a mistake, as of a proxy, and would stop all questions. */
const MAX_WAIT_MS = 86_400_000;

/** A store whose questions keep to its limits, in all parts of the server. */
export type ThrottledStore = StoreConnection & {
  /** No question is asked before this time, in ms since 1970: the store has asked us to wait. */
  pausedUntil: () => number;
};

/** At most `ratePerSecond` questions, and none before the time of a Retry-After. In one process. */
export function throttle(store: StoreConnection, clock: () => Date): ThrottledStore {
  const intervalMs = 1_000 / store.ratePerSecond;
  let nextAt = 0;
  let waitsUntil = 0;

  const waitForTurn = async (signal: AbortSignal) => {
    // The real time: the clock of a test stands still.
    const now = performance.now();
    const turn = Math.max(now, nextAt);
    nextAt = turn + intervalMs;
    if (turn > now) await pause(turn - now, undefined, { signal });
  };

  /** One call in its turn. An answer that asks us to wait holds back all calls. */
  const inTurn = async <Answer extends { kind: string }>(
    call: () => Promise<Answer | NotNow>,
    signal: AbortSignal,
  ): Promise<Answer | NotNow> => {
    if (waitsUntil > clock().getTime()) return toWait(new Date(waitsUntil));
    await waitForTurn(signal);
    const answer = await call();
    if (!isNotNow(answer) || !answer.until) return answer;
    waitsUntil = Math.min(answer.until.getTime(), clock().getTime() + MAX_WAIT_MS);
    return { ...answer, until: new Date(waitsUntil) };
  };

  const { requestTest } = store;
  return {
    ...store,
    ask: (question, signal) => inTurn(() => store.ask(question, signal), signal),
    findOrder: (number, signal) => inTurn(() => store.findOrder(number, signal), signal),
    requestTest: requestTest && ((signal) => inTurn(() => requestTest(signal), signal)),
    act: (request, signal) => inTurn(() => store.act(request, signal), signal),
    answerRefund: (answer, signal) => inTurn(() => store.answerRefund(answer, signal), signal),
    pausedUntil: () => waitsUntil,
  };
}

type NotNow = Extract<StoreAnswer, { kind: 'not_now' }>;

function isNotNow(answer: { kind: string }): answer is NotNow {
  return answer.kind === 'not_now';
}

function toWait(until: Date) {
  const time = until.toISOString().slice(11, 16);
  return { kind: 'not_now', because: `it accepts no requests until ${time} UTC`, until } as const;
}
