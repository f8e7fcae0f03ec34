import { execFile } from 'node:child_process';
import { accessSync, constants, createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright-core';
import packageJson from '../../../package.json' with { type: 'json' };

const require = createRequire(import.meta.url);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

let found: Promise<string> | null = null;

/**
 * `CHROMIUM`, else the headless shell inside an npm package (Linux x64), else the system's browser, else Playwright's.
 * The shell loads a page in half of the processor time of a whole Chromium, and is the same on every machine.
 */
export function browserPath(): Promise<string> {
  found ??= findBrowser();
  return found;
}

async function findBrowser(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const shell = await unpackShell();
  if (shell.path !== null) return shell.path;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = [...onPath, chromium.executablePath()].find(
    (candidate) => candidate && isExecutable(candidate),
  );
  if (!path)
    throw new Error(`There is no browser. Install Chromium, or set CHROMIUM to its path. ${shell.reason}`);
  return path;
}

/** Unpacks it once for each version. It needs some libraries of the system, as a whole Chromium does: `libnss3`. */
async function unpackShell(): Promise<{ path: string } | { path: null; reason: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { path: null, reason: 'The npm package has one for Linux on x64 only.' };
  const version = packageJson.devDependencies['@sparticuz/chromium'];
  const folder = fileURLToPath(new URL(`../../../node_modules/.cache/chromium/${version}`, import.meta.url));
  const path = join(folder, 'headless-shell');
  if (isExecutable(path)) return { path };
  const entry = require.resolve('@sparticuz/chromium');
  const unpacked = `${path}-${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(
      createReadStream(join(dirname(entry), '../bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(unpacked, { mode: 0o755 }),
    );
    await promisify(execFile)(unpacked, ['--version']);
    // A file that another process has put there meanwhile may be running, and must stay.
    await link(unpacked, path).catch(unlessItExists);
    return { path };
  } catch (error) {
    return { path: null, reason: `The one of the npm package doesn’t start: ${error}` };
  } finally {
    await rm(unpacked, { force: true });
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
