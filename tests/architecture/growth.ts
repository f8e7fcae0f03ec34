/** Characters of the shorter text: enough to measure quadratic work. */
const LENGTH = 2_000;
/** The longer text has 8 times the characters: linear work takes 8 times as long, quadratic work 64 times. */
const LENGTH_RATIO = 8;
const MAX_TIME_RATIO = 24;
/** The system counts the time of a thread in steps of 4 ms. */
const LEAST_CPU_US = 100_000;

/**
 * Whether the time of `work` grows faster than the length of its text. A quick look at the clock suffices for most; what
 * it finds is measured again in the time that this thread has worked, because the machine may be busy. The best
 * of all counts: linear work looks quadratic for once when the engine compiles it or clears its memory.
 */
export async function isSuperlinear(
  make: (length: number) => string,
  work: (text: string) => unknown,
): Promise<boolean> {
  const [short, long] = [make(LENGTH), make(LENGTH * LENGTH_RATIO)];
  const best = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  for (const costOf of [readClock, readCpu, readCpu, readCpu]) {
    best.long = Math.min(best.long, await costOf(work, long));
    best.short = Math.min(best.short, await costOf(work, short));
    if (best.long < best.short * MAX_TIME_RATIO) return false;
  }
  return true;
}

/** The best of three runs, in ms. */
async function readClock(work: (text: string) => unknown, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= 3; run += 1) {
    const start = performance.now();
    await work(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The mean of as many runs as take a tenth of a second, in ms. */
async function readCpu(work: (text: string) => unknown, text: string): Promise<number> {
  const start = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work(text);
    const { user, system } = process.threadCpuUsage(start);
    if (user + system >= LEAST_CPU_US) return (user + system) / runs / 1_000;
  }
}
