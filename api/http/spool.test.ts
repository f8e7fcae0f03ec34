import { setImmediate as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError } from './problem.ts';
import { spool } from './spool.ts';

const decoder = new TextDecoder();

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) {
    await pause();
    yield `${number} é`.repeat(20_000);
  }
}

test('the text stays the same, in chunks of at most 64 KB', async () => {
  const expected = (await Array.fromAsync(numbers(5))).join('');
  expect(await readAll(spool(numbers(5)))).toBe(expected);
  for await (const chunk of spool(numbers(2))) expect(chunk.length).toBeLessThanOrEqual(65_536);
  expect(await readAll(spool(numbers(0)))).toBe('');
});

test('the source ends although nothing is read', async () => {
  const ended = Promise.withResolvers<void>();
  const source = (async function* () {
    yield* numbers(20);
    ended.resolve();
  })();
  const chunks = spool(source);
  await chunks.next();
  await ended.promise;
  await chunks.return(undefined);
});

/** A file that is written and waits for its reader. */
async function spoolWhole() {
  const ended = Promise.withResolvers<void>();
  const chunks = spool(
    (async function* () {
      yield* numbers(2);
      ended.resolve();
    })(),
  );
  await chunks.next();
  await ended.promise;
  await pause();
  return chunks;
}

test('two files are written at once, and a third one when one of them has ended', async () => {
  const first = spool(numbers(1_000));
  const second = spool(numbers(1_000));
  await Promise.all([first.next(), second.next()]);
  await expect(spool(numbers(1)).next()).rejects.toThrow(BusyError);
  await first.return(undefined);
  const third = spool(numbers(1));
  expect((await third.next()).done).toBe(false);
  await Promise.all([second.return(undefined), third.return(undefined)]);
});

test('at most 20 files wait for their readers, and nothing is taken for another one', async () => {
  const waiting: ReturnType<typeof spool>[] = [];
  for (let file = 0; file < 20; file += 1) waiting.push(await spoolWhole());
  let isTaken = false;
  const source = (async function* () {
    isTaken = true;
    yield 'One';
  })();
  await expect(spool(source).next()).rejects.toThrow(BusyError);
  expect(isTaken).toBe(false);
  await waiting[0]?.return(undefined);
  const next = spool(source);
  waiting.push(next);
  expect((await next.next()).done).toBe(false);
  await Promise.all(waiting.map((chunks) => chunks.return(undefined)));
});

test('an error comes after what was written, and a reader that leaves ends the source', async () => {
  const failing = (async function* () {
    yield 'One';
    throw new Error('lost');
  })();
  const chunks = spool(failing);
  expect(decoder.decode((await chunks.next()).value)).toBe('One');
  await expect(chunks.next()).rejects.toThrow('lost');

  let isEnded = false;
  const source = (async function* () {
    try {
      yield* numbers(1_000);
    } finally {
      isEnded = true;
    }
  })();
  const left = spool(source);
  await left.next();
  await left.return(undefined);
  expect(isEnded).toBe(true);
});
