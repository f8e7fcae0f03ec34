import { parentPort } from 'node:worker_threads';
import { ZipBudget, type Zipped } from '../files/read-zip.ts';
import type { ImportedRow } from '../imported-row.ts';
import { readFile } from '../read-file.ts';
import type { FromThread, ToThread } from './reading-thread.ts';

/** The code of the thread: one file after another, bytes in, rows out. */
const BATCH = 20;

if (!parentPort) throw new Error('This file runs in a thread of reading-thread.ts.');
const port = parentPort;
let current = 0;
const answers = {
  bytes: (_: Uint8Array | null): void => undefined,
  taken: (): void => undefined,
};

port.on('message', (message: ToThread) => {
  if (message.kind === 'file') {
    current = message.number;
    void readAll(message);
  } else if (message.kind === 'taken') answers.taken();
  else if (message.number === current) answers.bytes(message.bytes);
});

async function readAll({ name, zipped }: { name: string; zipped: Zipped }): Promise<void> {
  const budget = new ZipBudget(zipped, (used) => send({ kind: 'zipped', zipped: used }));
  let batch: ImportedRow[] = [];
  for await (const row of readFile(name, askForBytes(), budget)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await hand(batch);
    batch = [];
  }
  if (batch.length > 0) await hand(batch);
  send({ kind: 'end' });
}

async function* askForBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await new Promise<Uint8Array | null>((resolve) => {
      answers.bytes = resolve;
      send({ kind: 'want' });
    });
    if (bytes === null) return;
    yield bytes;
  }
}

function hand(rows: readonly ImportedRow[]): Promise<void> {
  return new Promise((resolve) => {
    answers.taken = resolve;
    send({ kind: 'rows', rows });
  });
}

function send(message: FromThread): void {
  port.postMessage(message);
}
