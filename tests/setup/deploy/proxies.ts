import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { root } from '#tests/architecture/sources.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { giveToPrograms, programAccount } from '../scale/program.ts';

export type RunningProxy = {
  port: number;
  origin: string;
  /** The text of every file that the proxy has written a log to. */
  logs: () => string;
};

type ProxyOptions = {
  program: string;
  /** The built site. */
  site: string;
  /** Ports of the servers behind it, on 127.0.0.1. */
  upstreams: readonly number[];
};

/** Where Debian's package puts it. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
export const hasBrotli = existsSync(BROTLI);

/** nginx with deploy/nginx.conf, of which only the values that an operator sets are others. */
export async function startNginx({ program, site, upstreams }: ProxyOptions): Promise<RunningProxy> {
  const folder = createFolder();
  cpSync(site, join(folder, 'dist'), { recursive: true });
  const port = await takePort();
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream};`).join(' ');
  const settings = replaceAll(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:4321;', servers],
    ['listen 127.0.0.1:8080;', `listen 127.0.0.1:${port};`],
    ['/srv/site/dist', join(folder, 'dist')],
    ['/var/log/nginx/', join(folder, 'logs/')],
  ]);
  writeFileSync(join(folder, 'site.conf'), settings);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${hasBrotli ? `load_module ${BROTLI};` : ''}
daemon off;
pid ${join(folder, 'pid')};
events {}
http {
  ${temporary.join('\n  ')}
  ${hasBrotli ? 'brotli_static on;' : ''}
  include ${join(folder, 'site.conf')};
}
`,
  );
  const log = join(folder, 'logs/nginx.log');
  return start({ program, args: ['-c', join(folder, 'nginx.conf'), '-e', log], folder, port });
}

/** Caddy with deploy/Caddyfile, which reads its values from the environment. */
export async function startCaddy({ program, upstreams }: ProxyOptions): Promise<RunningProxy> {
  const folder = createFolder();
  const port = await takePort();
  cpSync(join(root, 'deploy/Caddyfile'), join(folder, 'Caddyfile'));
  const env = {
    SITE_URL: `http://127.0.0.1:${port}`,
    UPSTREAM: upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
    CADDY_ADMIN: `127.0.0.1:${await takePort()}`,
    HOME: folder,
  };
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return start({ program, args, env, folder, port });
}

/** With a folder `logs`. Removed after the tests. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mealwright-proxy-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  giveToPrograms(folder, join(folder, 'logs'));
  return folder;
}

/** Throws if a value isn’t there, so that the file and the tests don’t drift apart. */
function replaceAll(text: string, values: readonly (readonly [string, string])[]): string {
  return values.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

type Started = {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  folder: string;
  port: number;
};

async function start({ program, args, env = {}, folder, port }: Started): Promise<RunningProxy> {
  const output = openSync(join(folder, 'logs/output.log'), 'a');
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/bin:/bin', ...env },
    ...programAccount,
  });
  afterAll(async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const logs = () => {
    const names = readdirSync(join(folder, 'logs'));
    return names.map((name) => readFileSync(join(folder, 'logs', name), 'utf8')).join('\n');
  };
  const answers = () =>
    fetch(`${origin}/robots.txt`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${logs()}`);
    await pause(50);
  }
  return { port, origin, logs };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
