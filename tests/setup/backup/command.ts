import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { findClientPrograms } from '#api/db/backup/client-programs.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The programs of the machine, or those that install-client.sh got. */
const PATH = `${process.env.PATH}:${resolve(root, 'node_modules/.cache/postgresql-client/bin')}`;

/** Their folder. Says so if there are none, and returns null. */
export async function findPrograms(serverMajor: number): Promise<string | null> {
  const before = process.env.PATH;
  process.env.PATH = PATH;
  try {
    return (await findClientPrograms(serverMajor, AbortSignal.timeout(60_000))).folder;
  } catch {
    process.stderr.write(`Skipped: this machine has no pg_dump of PostgreSQL ${serverMajor}.\n`);
    return null;
  } finally {
    process.env.PATH = before;
  }
}

export type Ended = { code: number | null; out: string; err: string };

type Options = {
  env?: Record<string, string>;
  account?: { uid: number; gid: number } | undefined;
  /** The program and the arguments that start the command, such as a shell that limits it. */
  inside?: readonly string[];
};

/** `npm run backup` or `npm run restore`, without npm. */
export function startCommand(name: 'backup' | 'restore', args: readonly string[], options: Options = {}) {
  const { env = {}, account, inside = [] } = options;
  const [program = '', ...rest] = [...inside, process.execPath, `api/cli/${name}.ts`, ...args];
  const child = spawn(program, rest, {
    cwd: root,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]): Ended => ({ code, out, err }),
  );
  return { child, ended };
}

export async function runCommand(...args: Parameters<typeof startCommand>): Promise<Ended> {
  return await startCommand(...args).ended;
}
