import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import type { Owner } from './folders.ts';

/** PostgreSQL refuses to run as root. */
export type Runner = {
  prefix: readonly string[];
  /** null: the current account. */
  account: Owner | null;
  /** The folder with bin/, lib/ and share/. */
  native: string;
  home: string;
};

export type RunResult = { ok: boolean; output: string };

/** Leaves out secrets, and the PG* variables, which would redirect the programs. */
function environment(): Record<string, string> {
  const kept = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];
  const found = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...Object.fromEntries(found) };
}

/** A separate session ignores Ctrl-C. Never rejects. `quiet`: a server that stays would keep the pipe open. */
export function runProgram(
  runner: Runner,
  [file, ...args]: readonly [string, ...string[]],
  { quiet = false } = {},
): Promise<RunResult> {
  const [first = file, ...rest] = [...runner.prefix, file, ...args];
  return new Promise((done) => {
    const child = spawn(first, rest, {
      // The other account may have no access to the current folder.
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
