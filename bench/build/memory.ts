import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const SAMPLE_INTERVAL_MS = 100;

type Process = { pid: number; parent: number; bytes: number };

/** Peak memory (RSS, in bytes) of the processes that this one starts while `work` runs, added up at each sample. */
export async function withPeakMemory<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let isWorking = true;
  const sample = async () => {
    let peak = 0;
    while (isWorking) {
      peak = Math.max(peak, await memoryOfChildren());
      await pause(SAMPLE_INTERVAL_MS);
    }
    return peak;
  };
  const end = () => {
    isWorking = false;
  };
  return Promise.all([work().finally(end), sample()]);
}

async function memoryOfChildren(): Promise<number> {
  const listing = promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const { stdout } = await listing;
  const processes = [...stdout.matchAll(/^ *(\d+) +(\d+) +(\d+)$/gm)].map(
    ([, pid, parent, kilobytes]): Process => ({
      pid: Number(pid),
      parent: Number(parent),
      bytes: Number(kilobytes) * 1_024,
    }),
  );
  return memoryBelow(
    process.pid,
    processes.filter(({ pid }) => pid !== listing.child.pid),
  );
}

function memoryBelow(parent: number, processes: readonly Process[]): number {
  return processes
    .filter((one) => one.parent === parent)
    .reduce((sum, { pid, bytes }) => sum + bytes + memoryBelow(pid, processes), 0);
}
