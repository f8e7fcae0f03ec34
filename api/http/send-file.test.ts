import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from './listen.ts';
import { sendFile } from './send-file.ts';

/** Sends a file. `hasLeft` resolves when the server knows that the client has left. */
async function send(pieces: () => AsyncGenerator<string>) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  const leaving = new AbortController();
  const left = Promise.withResolvers<void>();
  const state = { isRecorded: false, isAnswered: false };
  const app = new Hono();
  app.get('/', async (context) => {
    context.req.raw.signal.addEventListener('abort', () => left.resolve());
    const beforeFirst = async () => {
      state.isRecorded = true;
    };
    const answer = await sendFile(context, { pieces: pieces(), type: 'text/csv', log, beforeFirst });
    state.isAnswered = true;
    return answer;
  });
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close(0));
  const headers = { 'accept-encoding': 'identity' };
  const answer = fetch(`http://127.0.0.1:${listener.port}/`, { headers, signal: leaving.signal });
  answer.catch(() => undefined);
  return { answer, leave: () => leaving.abort(), hasLeft: left.promise, logged, state };
}

test('nothing is recorded for a client that leaves before the first piece, and the pieces end', async () => {
  const started = Promise.withResolvers<void>();
  const queried = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const { leave, hasLeft, logged, state } = await send(async function* () {
    try {
      started.resolve();
      await queried.promise;
      yield 'One';
      yield 'Two';
    } finally {
      ended.resolve();
    }
  });
  await started.promise;
  leave();
  await hasLeft;
  queried.resolve();
  await ended.promise;
  await expect.poll(() => state.isAnswered).toBe(true);
  expect(state.isRecorded).toBe(false);
  expect(logged).toEqual([]);
});

test('clients that have left before their export begins leave room for those of others', async () => {
  const log = pino({ level: 'silent' });
  const app = new Hono();
  app.get('/', (context) =>
    sendFile(context, {
      pieces: (async function* () {
        yield 'One';
      })(),
      type: 'text/csv',
      log,
    }),
  );
  const ask = (signal?: AbortSignal) => app.request('/', { ...(signal ? { signal } : {}) });
  for (let call = 0; call < 21; call += 1) expect((await ask(AbortSignal.abort())).status).toBe(400);
  const answer = await ask();
  expect([answer.status, await answer.text()]).toEqual([200, 'One']);
});

test('a client that leaves later ends the pieces, and is no error of the export', async () => {
  const printed = vi.spyOn(console, 'error');
  const queried = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const { answer, leave, hasLeft, logged, state } = await send(async function* () {
    try {
      yield 'One';
      await queried.promise;
      for (;;) yield 'More';
    } finally {
      ended.resolve();
    }
  });
  const reader = (await answer).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('One');
  leave();
  await hasLeft;
  queried.resolve();
  await ended.promise;
  // The file is closed before an error could reach the answer.
  await pause(200);
  expect(state.isRecorded).toBe(true);
  expect(logged).toEqual([]);
  expect(printed).not.toHaveBeenCalled();
});
