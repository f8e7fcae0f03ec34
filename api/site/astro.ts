import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildVariables } from './fingerprint.ts';

type BuildJob = { root: string; outDir: string; variables: BuildVariables; signal: AbortSignal };
export type Builder = (job: BuildJob) => Promise<{ ok: boolean; output: string }>;

/** Runs `astro build`; an abort of `signal` kills the process and its children. */
export const buildWithAstro: Builder = async ({ root, outDir, variables, signal }) => {
  const manifest = fileURLToPath(import.meta.resolve('astro/package.json'));
  const { bin }: { bin: { astro: string } } = JSON.parse(await readFile(manifest, 'utf8'));
  const astro = join(dirname(manifest), bin.astro);
  signal.throwIfAborted();
  return await new Promise((done) => {
    const child = spawn(process.execPath, [astro, 'build', '--root', root, '--outDir', outDir], {
      cwd: root,
      env: getBuildEnvironment(variables),
      // An own process group: Ctrl-C does not reach it, and one kill ends all of it.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const end = () => {
      if (process.platform === 'win32' || child.pid === undefined) child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    child.on('error', (error) => done({ ok: false, output: error.message }));
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      done({ ok: code === 0, output: Buffer.concat(output).toString().trim() });
    });
  });
};

/** Holds only what the fingerprint covers. A secret must not get into the site. */
function getBuildEnvironment({ publicApiUrl, siteUrl }: BuildVariables): Record<string, string> {
  const kept = [
    'PATH',
    'HOME',
    'USERPROFILE',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'ComSpec',
    'NODE_OPTIONS',
  ];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    PUBLIC_API_URL: publicApiUrl,
    // Astro would look for an absent variable in .env files.
    SITE_URL: siteUrl ?? '',
  };
}
