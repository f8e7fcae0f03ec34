import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findProgram, giveToPrograms, startProgram } from './program.ts';

const deployed = resolve(import.meta.dirname, '../../../deploy/nginx.conf');

type Options = {
  port: number;
  /** The built export. */
  siteFolder: string;
  /** Of the API servers. */
  ports: readonly number[];
};

/** nginx with the settings that we ship, before several servers. Throws StartError. */
export async function startNginx(options: Options): Promise<{ stop: () => Promise<void> }> {
  const program = await findProgram('nginx');
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-nginx-'));
  const settings = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    settings,
    `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
${kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`).join('\n')}
${await adapt(options, folder)}
}
`,
  );
  await mkdir(join(folder, 'logs'));
  // The export may be in a folder that only its owner can read.
  await cp(options.siteFolder, join(folder, 'site'), { recursive: true });
  giveToPrograms(folder, join(folder, 'logs'), settings);
  const isReady = () =>
    fetch(`http://127.0.0.1:${options.port}/`).then(
      () => true,
      () => false,
    );
  const running = await startProgram(program, ['-p', folder, '-c', settings, '-e', 'stderr'], isReady);
  return {
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `deploy/nginx.conf` asks its reader to set, and where it logs. */
async function adapt({ port, ports }: Options, folder: string): Promise<string> {
  const servers = ports.map((api) => `server 127.0.0.1:${api};`).join('\n  ');
  const values: readonly (readonly [string, string])[] = [
    ['server 127.0.0.1:4321;', servers],
    ['listen 127.0.0.1:8080;', `listen 127.0.0.1:${port};`],
    ['/srv/site/dist', join(folder, 'site')],
    ['/var/log/nginx', join(folder, 'logs')],
  ];
  let text = await readFile(deployed, 'utf8');
  for (const [found, value] of values) {
    if (!text.includes(found)) throw new Error(`deploy/nginx.conf has no "${found}".`);
    text = text.replaceAll(found, value);
  }
  return text;
}
