import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Ended = { status: unknown; stdout: string; stderr: string };

/**
 * Runs a command of `api/cli` with this environment alone. Does not block a server of this process, which would close
 * connections that its clients still use.
 */
export function runCommand(name: string, options: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`api/cli/${name}.ts`, ...options],
      { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}
