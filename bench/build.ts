import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWithAstro } from '#api/site/astro.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { withPeakMemory } from './build/memory.ts';
import { timeStart } from './build/start.ts';
import { median } from './measure.ts';
import { renderColumns } from './table.ts';

/** `npm run bench:build -- [rounds] [--json FILE]`: a full build, a start with an empty data folder, and the next one. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const rounds = Number(positionals[0] ?? 3);

const root = fileURLToPath(new URL('..', import.meta.url));
const variables = { publicApiUrl: '/api/v1', siteUrl: null };
const { signal } = new AbortController();
const note = (text: string) => void process.stderr.write(text);
// The starts must find an export.
await ensureBuilt({ root, ...variables, signal }, note);

type Round = { buildMs: number; buildPeakBytes: number; firstStartMs: number; secondStartMs: number };

const measured: Round[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  try {
    const build = await timeBuild(join(folder, 'dist'));
    const firstStartMs = await timeStart(join(folder, 'data'));
    const secondStartMs = await timeStart(join(folder, 'data'));
    measured.push({ ...build, firstStartMs, secondStartMs });
    note(`${round}/${rounds}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const medianOf = (name: keyof Round) =>
  median(
    measured.map((round) => round[name]),
    (value) => value,
  );
const result: Round = {
  buildMs: medianOf('buildMs'),
  buildPeakBytes: medianOf('buildPeakBytes'),
  firstStartMs: medianOf('firstStartMs'),
  secondStartMs: medianOf('secondStartMs'),
};
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;
process.stdout.write(
  renderColumns(
    ['', 'median', 'peak memory'],
    [
      ['full build', seconds(result.buildMs), `${Math.round(result.buildPeakBytes / 1_048_576)} MB`],
      ['first start, empty data folder', seconds(result.firstStartMs), ''],
      ['second start', seconds(result.secondStartMs), ''],
    ],
  ),
);
if (values.json) await writeFile(values.json, `${JSON.stringify({ rounds, ...result }, null, 2)}\n`);

async function timeBuild(outDir: string): Promise<Pick<Round, 'buildMs' | 'buildPeakBytes'>> {
  const start = performance.now();
  const [{ ok, output }, buildPeakBytes] = await withPeakMemory(() =>
    buildWithAstro({ root, outDir, variables, signal }),
  );
  if (!ok) throw new Error(`The site couldn’t be built:\n${output}`);
  return { buildMs: performance.now() - start, buildPeakBytes };
}
