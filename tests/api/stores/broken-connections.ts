import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { OrderAnswer, Question, StoreAnswer } from '#api/purchases/store.ts';

type Store = {
  ask: (changes: Partial<Question>, signal: AbortSignal) => Promise<StoreAnswer | OrderAnswer>;
  /** Asks another server. */
  askAt: (apiUrl: string) => Promise<StoreAnswer | OrderAnswer>;
  intercept: (answer: () => Promise<Response>) => void;
};

/** The tests of a server that is silent, breaks off or is not there: the purchase can be asked about later. */
export function testBrokenConnections({ ask, askAt, intercept }: Store): void {
  test('silence ends with the signal', async () => {
    const asked = Promise.withResolvers<void>();
    const waiting = new AbortController();
    intercept(() => {
      asked.resolve();
      return new Promise<Response>(() => undefined);
    });
    const answer = ask({}, waiting.signal);
    await asked.promise;
    waiting.abort();
    expect(await answer).toEqual({ kind: 'not_now', because: 'it didn’t answer in time', until: null });
  });

  test('a connection that breaks within the answer', async () => {
    const { url, server } = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"data":', () => response.destroy());
    });
    expect(await askAt(url)).toEqual({ kind: 'not_now', because: 'the connection failed', until: null });
    server.close();
  });

  test('a refused connection', async () => {
    const { url, server } = await startServer(() => undefined);
    await new Promise((done) => server.close(done));
    expect(await askAt(url)).toEqual({ kind: 'not_now', because: 'the connection failed', until: null });
  });
}

async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}
