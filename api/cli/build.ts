import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../config/environment.ts';
import { ensureBuilt } from '../site/build.ts';

/** `npm run build`: builds dist/ as `npm start` does, if it is missing or outdated. */

const { publicApiUrl, builtSiteUrl } = readEnvironment(process.env);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
const root = fileURLToPath(new URL('../..', import.meta.url));
await ensureBuilt({ root, publicApiUrl, siteUrl: builtSiteUrl, signal: stopping.signal }, (text) =>
  process.stdout.write(text),
);
process.stdout.write('dist/ is up to date.\n');
