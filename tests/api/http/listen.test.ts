import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '#api/http/listen.ts';

it('takes no new connection once it was cut', async () => {
  const listener = await listen(() => new Response('here'), { host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${listener.port}`;
  expect(await (await fetch(address)).text()).toBe('here');
  await listener.close(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

it('keeps idle connections longer than the 60 s of nginx', async () => {
  const listener = await listen(() => new Response('here'), { host: '127.0.0.1', port: 0 });
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port: listener.port, agent: new Agent({ keepAlive: true }) }, resolve).on('error', reject),
  );
  answer.resume();
  const [, seconds] = String(answer.headers['keep-alive']).match(/^timeout=(\d+)$/) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  await listener.close(0);
});

it('names the variable of a port that is in use', async () => {
  const answer = () => new Response('here');
  const listener = await listen(answer, { host: '127.0.0.1', port: 0 });
  await expect(
    listen(answer, { host: '127.0.0.1', port: listener.port, variable: 'METRICS_PORT' }),
  ).rejects.toThrow('Choose a different port with METRICS_PORT.');
  await listener.close(0);
});
