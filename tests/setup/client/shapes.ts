import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the screens get of a body: reshaped, and held to the contract. */
export function understood<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  body: unknown,
): Answer {
  return v.parse(endpoint.answer, endpoint.reshape(body));
}

/** What a provider may leave out of every answer, and what it may put around it. */
export const around = [
  {},
  { status: 200 },
  { status: 200, message: 'OK' },
  { success: true, message: null },
  { status: 'ok' },
];

/** Every combination of one choice from each list. */
export function product<T extends readonly (readonly unknown[])[]>(
  ...lists: T
): { [K in keyof T]: T[K][number] }[] {
  const start: unknown[][] = [[]];
  const all = lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
    start,
  );
  return all as { [K in keyof T]: T[K][number] }[];
}

export const ids = [7, '7', 'b7e2-0c'];
