/** Characters of the shorter text; quadratic work on it takes long enough to be measured. */
const LENGTH = 2_000;
/** Times the text is doubled. Linear work costs 4 times as much then, quadratic work 16 times. */
const FACTOR = 4;
const MOST = 8;
const ATTEMPTS = 3;

/**
 * Whether the cost of `work` grows faster than the text it is given, of which `make` makes n characters. The best of
 * several runs counts, and a suspicion must hold every time it is measured, so that a busy machine changes nothing.
 */
export async function growsTooFast(
  make: (length: number) => string,
  work: (text: string) => unknown,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const short = await costOf(work, make(LENGTH));
    const long = await costOf(work, make(LENGTH * FACTOR));
    if (long < short * MOST) return false;
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
