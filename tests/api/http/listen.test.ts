import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '#api/http/listen.ts';

it('takes no new connection once it was cut', async () => {
  const listener = await listen(() => new Response('here'), '127.0.0.1', 0);
  const address = `http://127.0.0.1:${listener.port}`;
  expect(await (await fetch(address)).text()).toBe('here');
  await listener.close(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

it('keeps idle connections longer than the 60 s of nginx', async () => {
  const listener = await listen(() => new Response('here'), '127.0.0.1', 0);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port: listener.port, agent: new Agent({ keepAlive: true }) }, resolve).on('error', reject),
  );
  answer.resume();
  const [, seconds] = String(answer.headers['keep-alive']).match(/^timeout=(\d+)$/) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  await listener.close(0);
});
