const SLOW_MS = 200;
const MIN_KEPT_MS = 60_000;
const MAX_KEPT_MS = 15 * 60_000;
/** An answer is kept for so many times as long as counting it took. */
const KEPT_FACTOR = 10;

/** `countedAt` in ISO 8601 if the answer was kept; without it, it was counted just now. */
type Counted<Answer> = { answer: Answer; countedAt?: string };

type Count<Answer> = {
  answer: Promise<Answer>;
  at: Date;
  /** How many writes had ended when it began. */
  writes: number;
  /** In ms since 1970; infinite while it is being counted. */
  until: number;
};

export type SlowAnswers = ReturnType<typeof createSlowAnswers>;

/**
 * Answers of this process that took long to count are kept for a while: a minute, or ten times what counting took, at most
 * 15 minutes. `clear` is for a write that has ended. One count of each answer runs at a time, and calls share it.
 */
export function createSlowAnswers(clock: () => Date, stopwatch: () => number = () => performance.now()) {
  let writes = 0;
  return {
    clear: () => {
      writes += 1;
    },
    keep: <Answer>(count: (now: Date) => Promise<Answer>): (() => Promise<Counted<Answer>>) => {
      let last: Count<Answer> | null = null;

      const start = async (): Promise<Counted<Answer>> => {
        const began = stopwatch();
        const at = clock();
        const current = { answer: count(at), at, writes, until: Number.POSITIVE_INFINITY };
        last = current;
        try {
          const answer = await current.answer;
          const took = stopwatch() - began;
          const keptMs = Math.min(Math.max(MIN_KEPT_MS, KEPT_FACTOR * took), MAX_KEPT_MS);
          if (took > SLOW_MS) current.until = clock().getTime() + keptMs;
          else last = null;
          return { answer };
        } catch (error) {
          last = null;
          throw error;
        }
      };

      const read = async (): Promise<Counted<Answer>> => {
        if (!last || last.until <= clock().getTime()) return start();
        const { answer, at, until } = last;
        const isRunning = until === Number.POSITIVE_INFINITY;
        if (last.writes === writes) {
          return { answer: await answer, ...(isRunning ? {} : { countedAt: at.toISOString() }) };
        }
        if (!isRunning) return start();
        // It began before the write, so its answer is too old, and two at once would take a connection more.
        await answer.catch(() => undefined);
        return read();
      };
      return read;
    },
  };
}
