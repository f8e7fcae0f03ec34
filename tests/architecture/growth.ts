/** Characters of the shorter text: enough to measure quadratic work. */
const LENGTH = 2_000;
/** The longer text has 4 times the characters: linear work takes 4 times as long, quadratic work 16 times. */
const LENGTH_RATIO = 4;
const MAX_TIME_RATIO = 8;
/** Quadratic work on the longer text takes ten times as long. What is faster is too short to be compared. */
const LEAST_MS = 1;
const ATTEMPTS = 3;

/**
 * Whether the time of `work` grows faster than the length of its text. Takes the best of several runs, and repeats a
 * positive result, because the machine may be busy.
 */
export async function isSuperlinear(
  make: (length: number) => string,
  work: (text: string) => unknown,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const short = await costOf(work, make(LENGTH));
    const long = await costOf(work, make(LENGTH * LENGTH_RATIO));
    if (long < Math.max(LEAST_MS, short * MAX_TIME_RATIO)) return false;
  }
  return true;
}

async function costOf(work: (text: string) => unknown, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= 3; run += 1) {
    const start = performance.now();
    await work(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
