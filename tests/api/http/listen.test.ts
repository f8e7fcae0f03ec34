import { expect, it } from 'vitest';
import { listen } from '#api/http/server/listen.ts';

it('takes no new connection once it was cut', async () => {
  const listener = await listen(() => new Response('here'), '127.0.0.1', 0);
  const address = `http://127.0.0.1:${listener.port}`;
  expect(await (await fetch(address)).text()).toBe('here');
  await listener.close(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});
