import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { calls } from './api/calls.ts';
import { startDatabases } from './api/databases.ts';
import { listFailures, type MeasuredCall, renderReport, toJson } from './api/figures/report.ts';
import { measureCall } from './api/measure-call.ts';
import { openSide } from './api/side.ts';

/**
 * `npm run bench:api -- [rounds] [users] [--json FILE] [--keep DIR] [--load MS] [--only TEXT]`: every call of the API with a
 * thousand users and with many. `--keep` keeps the filled databases for the next run, `--load` is the time that each call is
 * sent by twenty connections, `--only` names a part of the calls.
 * Where it is possible, both sides send the same number of rows, so that a longer list is compared and not a longer answer.
 */
const FEW_USERS = 1_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    keep: { type: 'string' },
    load: { type: 'string', default: '2000' },
    only: { type: 'string', multiple: true, default: [''] },
  },
});
const [rounds = 40, manyUsers = 1_000_000] = positionals.map(Number);
const loadMs = Number(values.load);
const write = (text: string) => void process.stderr.write(text);

try {
  await bench();
} catch (error) {
  write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  if (
    !Number.isInteger(rounds) ||
    rounds < 1 ||
    !Number.isInteger(manyUsers) ||
    manyUsers <= FEW_USERS ||
    !(loadMs >= 0)
  ) {
    throw new Error(
      'npm run bench:api -- [rounds] [users, more than 1000] [--json FILE] [--keep DIR] [--load MS] [--only TEXT]',
    );
  }
  const chosen = calls.filter(({ name }) => values.only.some((text) => name.includes(text)));
  if (chosen.length === 0) throw new Error(`No call has "${values.only.join('" or "')}" in its name.`);
  await using cleanups = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanups.disposeAsync().finally(() => process.exit(1)));
  }
  const databases = await startDatabases(values.keep, write);
  cleanups.defer(databases.stop);
  const urls: string[] = [];
  for (const users of [FEW_USERS, manyUsers]) urls.push(await databases.copyWith(users));
  const sides = await Promise.all(urls.map(openSide));
  for (const { stop } of sides) cleanups.defer(stop);

  // The first calls of a process are slow until its code is compiled.
  const [warmUp] = calls;
  if (warmUp) await measureCall(warmUp, sides, { rounds: 300, loadMs: loadMs > 0 ? 2_000 : 0 });

  const measured: MeasuredCall[] = [];
  try {
    for (const call of chosen) {
      write(`${call.name}\n`);
      const limits = { rounds, loadMs };
      measured.push({ name: call.name, sides: await measureCall(call, sides, limits) });
    }
  } finally {
    // Also what was measured before a call failed.
    process.stdout.write(renderReport(measured));
    if (values.json) await writeFile(values.json, toJson(measured, databases.version));
  }
  const failures = listFailures(measured);
  if (failures.length > 0) throw new Error(`Calls failed under load:\n${failures.join('\n')}`);
}
