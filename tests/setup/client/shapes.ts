import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';

/** Reshapes a body and validates it, as the client does. */
export function parseAnswer<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  body: unknown,
): Answer {
  return v.parse(endpoint.answer, endpoint.reshape(body));
}

/** Fields that a provider may send around its data. */
export const envelopes = [
  {},
  { status: 200 },
  { status: 200, message: 'OK' },
  { success: true, message: null },
  { status: 'ok' },
];

/** Every combination of one choice from each list. */
export function combinations<T extends readonly (readonly unknown[])[]>(
  ...lists: T
): { [K in keyof T]: T[K][number] }[] {
  const start: unknown[][] = [[]];
  const all = lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
    start,
  );
  return all as { [K in keyof T]: T[K][number] }[];
}

/** Identifiers that a provider may use. */
export const ids = [7, '7', 'b7e2-0c'];
