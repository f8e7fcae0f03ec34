import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What appears in a new data folder, in this order: while it is made, when it is made, when the database starts. */
export const moments = ['postgres.new-', 'postgres', 'postgres.log'];

/** Whether the data folder holds that; a moment that ends in a hyphen is the beginning of a name. */
export function isThere(dataDir: string, moment: string): boolean {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names.some((name) => name === moment || (moment.endsWith('-') && name.startsWith(moment)));
}

/** Ids of the running processes whose command line names `text`; our own helpers never do. */
export function processesOf(text: string): number[] {
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
      // It ended between the listing and the look.
    }
  }
}

/** Ends that process by force, where it is still there. */
export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended between the listing and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a server could listen there now. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return await new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** The database server of `dataDir`, as its lock file names it. */
export function postmaster(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Waits until `condition` holds; the test's own limit is the end of patience. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(50);
}
