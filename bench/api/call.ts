import type { Bench } from './server.ts';

export type Call = { name: string; run: (bench: Bench, round: number) => Promise<Response> };

export const get = (name: string, path: (bench: Bench) => string = () => name): Call => ({
  name: `GET ${name}`,
  run: (bench) => bench.send('GET', path(bench)),
});

export const post = (
  name: string,
  path: (bench: Bench, round: number) => string,
  body?: () => object,
): Call => ({
  name: `POST ${name}`,
  run: (bench, round) => bench.send('POST', path(bench, round), { body: body?.() }),
});
