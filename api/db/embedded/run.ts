import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import type { Owner } from './folders.ts';

/** How PostgreSQL's programs are run: it refuses to work as root. */
export type Runner = {
  /** Words in front of the program. */
  prefix: readonly string[];
  /** The account it runs under; null for ours. */
  account: Owner | null;
  /** Folder with bin/, lib/ and share/. */
  native: string;
  /** Folder that holds the data folder. */
  home: string;
};

export type RunResult = { ok: boolean; output: string };

/**
 * The environment of PostgreSQL's programs: without secrets, and without the PG* variables that would redirect them. An
 * empty one is fine.
 */
function environment(): Record<string, string> {
  const kept = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];
  const found = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...Object.fromEntries(found) };
}

/**
 * Runs a program to its end under the account of `runner`, in a session of its own, so that Ctrl-C does not reach it.
 * Never rejects: a program that cannot be started is a failed result. `quiet` collects no output, because a program
 * that leaves a server behind would hold the pipe open.
 */
export function run(
  runner: Runner,
  [file, ...args]: readonly [string, ...string[]],
  { quiet = false } = {},
): Promise<RunResult> {
  const [first = file, ...rest] = [...runner.prefix, file, ...args];
  return new Promise((done) => {
    const child = spawn(first, rest, {
      // The other account may not be able to open the current folder.
      cwd: parse(runner.native).root,
      env: environment(),
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: quiet ? 'ignore' : ['ignore', 'pipe', 'pipe'],
      ...(runner.account ?? {}),
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => done({ ok: false, output: error.message }));
    child.on('close', (code) => done({ ok: code === 0, output: Buffer.concat(output).toString().trim() }));
  });
}
