import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../server/listen.ts';
import { ClientLeftError, stopWithClient } from '../stop-with-client.ts';
import { sendFile } from './send-file.ts';

type Pieces = (left: Promise<never>) => AsyncGenerator<string>;

/** Sends a file whose pieces get a promise that fails when the client leaves, as their queries do. */
async function send(pieces: Pieces) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  const leaving = new AbortController();
  const state = { isRecorded: false, error: null as Error | null };
  const app = new Hono();
  app.onError((error, context) => {
    state.error = error;
    return context.text('');
  });
  app.get('/', (context) => {
    const { signal } = stopWithClient(context);
    const left = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    left.catch(() => undefined);
    const beforeFirst = async () => {
      state.isRecorded = true;
    };
    return sendFile(context, { pieces: pieces(left), type: 'text/csv', log, beforeFirst });
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  onTestFinished(() => listener.close(0));
  const headers = { 'accept-encoding': 'identity' };
  const answer = fetch(`http://127.0.0.1:${listener.port}/`, { headers, signal: leaving.signal });
  answer.catch(() => undefined);
  return { answer, leave: () => leaving.abort(), logged, state };
}

test('a client that leaves before the first piece ends the pieces, and nothing is recorded', async () => {
  const started = Promise.withResolvers<void>();
  const { leave, logged, state } = await send(async function* (left) {
    started.resolve();
    yield await left;
  });
  await started.promise;
  leave();
  await expect.poll(() => state.error).toBeInstanceOf(ClientLeftError);
  expect(state.isRecorded).toBe(false);
  expect(logged).toEqual([]);
});

test('nothing is recorded for a client that has left when the first piece comes', async () => {
  const started = Promise.withResolvers<void>();
  const { leave, state } = await send(async function* (left) {
    started.resolve();
    yield await left.catch(() => 'One');
  });
  await started.promise;
  leave();
  await expect.poll(() => state.error).toBeInstanceOf(ClientLeftError);
  expect(state.isRecorded).toBe(false);
});

test('a client that leaves later is no error of the export', async () => {
  const printed = vi.spyOn(console, 'error');
  const ended = Promise.withResolvers<void>();
  const { answer, leave, logged } = await send(async function* (left) {
    try {
      yield 'One';
      yield await left;
    } finally {
      ended.resolve();
    }
  });
  const reader = (await answer).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('One');
  leave();
  await ended.promise;
  // The file is closed before their error reaches the answer.
  await pause(200);
  expect(logged).toEqual([]);
  expect(printed).not.toHaveBeenCalled();
});
