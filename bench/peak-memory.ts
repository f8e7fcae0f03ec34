import { execFileSync } from 'node:child_process';

const SAMPLE_INTERVAL_MS = 100;

/** How long `work` takes, and the most memory (RSS) that the process has meanwhile. */
export async function measurePeak(
  pid: number | undefined,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; peakMegabytes: number }> {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])));
  };
  sample();
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS);
  const start = performance.now();
  try {
    await work();
    sample();
  } finally {
    clearInterval(timer);
  }
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  return { seconds, peakMegabytes: Math.round(peak / 1_024) };
}
