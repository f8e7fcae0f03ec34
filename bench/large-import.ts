import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import { adminLogin } from '#contract/authentication.ts';
import { type ImportRecord, importLimits } from '#contract/recipes/imports.ts';
import { measurePeak } from './peak-memory.ts';
import { renderColumns } from './table.ts';

/**
 * `npm run bench:large-import -- [--json FILE]`: seconds and peak memory (RSS) of the server for an import as large as
 * the limits allow, its undo, and an export between.
 */
const { values } = parseArgs({ options: { json: { type: 'string' } } });
const POLL_INTERVAL_MS = 100;
/** Below the limit with the rest of the file. */
const BYTES_OF_A_RECIPE = Math.floor(importLimits.bytes / importLimits.recipes) - 100;
const administrator = { email: 'chief@example.com', password: 'a long enough password' };

const { PATH = '' } = process.env;
const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
const port = await findFreePort();
const base = `http://127.0.0.1:${port}/api/v1`;
const server = spawn(process.execPath, ['api/start.mjs'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH,
    API_ONLY: '1',
    DEMO: '0',
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  },
});
const ended = once(server, 'exit');
try {
  await bench();
} finally {
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

type Stage = { stage: string; seconds: number; peakMegabytes: number };

async function bench(): Promise<void> {
  while (
    !(await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
  const signedIn = (await (await send('', adminLogin.path, JSON.stringify(administrator))).json()) as {
    data: { tokens: { token: string } };
  };
  const { token } = signedIn.data.tokens;
  const call = async (path: string, body: string | null = '{}') =>
    ((await (await send(token, `/admin/recipe-imports${path}`, body)).json()) as { data: ImportRecord }).data;
  const { id } = await call('');
  const until = async (state: ImportRecord['state']) => {
    for (;;) {
      const record = await call(`/${id}`, null);
      if (record.state === state) return record;
      if (record.state === 'failed') throw new Error(record.message ?? 'The import failed.');
      await pause(POLL_INTERVAL_MS);
    }
  };
  const stages: Stage[] = [];
  const measure = async (stage: string, work: () => Promise<unknown>) => {
    process.stderr.write(`${stage}\n`);
    stages.push({ stage, ...(await measurePeak(server.pid, work)) });
  };
  const file = JSON.stringify(Array.from({ length: importLimits.recipes }, (_, index) => makeRecipe(index)));
  await measure('nothing', () => pause(1_000));
  await measure('uploaded', () => send(token, `/admin/recipe-imports/${id}/files/all.json`, file));
  await measure('read', async () => {
    await call(`/${id}/read`);
    await until('ready');
  });
  await measure('stored', async () => {
    await call(`/${id}/start`);
    const { counts } = await until('done');
    if (counts.created !== importLimits.recipes) throw new Error(`Only ${counts.created} were created.`);
  });
  await measure('exported', async () =>
    (await send(token, '/admin/recipe-export?format=jsonld', null)).arrayBuffer(),
  );
  await measure('undone', async () => {
    await call(`/${id}/undo`);
    await until('undone');
  });
  const lines = stages.map(({ stage, seconds, peakMegabytes }) => [
    stage,
    `${seconds} s`,
    `${peakMegabytes} MB`,
  ]);
  process.stdout.write(
    `${importLimits.recipes} recipes, ${(file.length / 1e6).toFixed(1)} MB\n${renderColumns(['', 'time', 'peak memory'], lines)}`,
  );
  if (values.json)
    await writeFile(values.json, `${JSON.stringify({ bytes: file.length, stages }, null, 2)}\n`);
}

/** Without a body a GET. Throws the answer if it is not a success. */
async function send(token: string, path: string, body: string | null): Promise<Response> {
  const response = await fetch(base + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': path.includes('/files/') ? 'application/octet-stream' : 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body,
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

function makeRecipe(index: number) {
  const recipe = {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: `Imported soup ${index}`,
    recipeIngredient: Array.from({ length: 20 }, (_, line) => `${line + 1} cups vegetable ${index}, chopped`),
    recipeInstructions: [] as string[],
  };
  const step = `Stir soup ${index} over a low heat until nothing sticks, then taste it and add salt. `.repeat(
    10,
  );
  const steps = Math.floor((BYTES_OF_A_RECIPE - JSON.stringify(recipe).length) / (step.length + 3));
  return { ...recipe, recipeInstructions: Array.from({ length: steps }, () => step) };
}
