import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Names that appear in a new data folder, in this order. A final hyphen marks a prefix. */
export const startStages = ['postgres.new-', 'postgres', 'postgres.log'];

export function hasEntry(dataDir: string, stage: string): boolean {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names.some((name) => name === stage || (stage.endsWith('-') && name.startsWith(stage)));
}

/** Ids of the running processes whose command line contains `text`. */
export function findProcesses(text: string): number[] {
  return [...commandLines()].filter(([, line]) => line.includes(text)).map(([pid]) => pid);
}

function* commandLines(): Generator<[pid: number, line: string]> {
  if (process.platform !== 'linux') {
    const listed = execFileSync('/bin/ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
    for (const [, pid, line = ''] of listed.matchAll(/^ *(\d+) (.*)$/gm)) yield [Number(pid), line];
    return;
  }
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      yield [Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8')];
    } catch {
      // The process ended after the listing.
    }
  }
}

/** Sends SIGKILL to a process, if it still runs. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process ended after the listing.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** From the lock file of the database. */
export function postmaster(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Polls without an own limit: the test has a timeout. */
export async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(50);
}
