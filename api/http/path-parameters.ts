import { Problem } from './problem.ts';

export type PathParameters<Path extends string, Value> = Readonly<Record<ParameterName<Path>, Value>>;

type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

const MAX_POSTGRESQL_INTEGER = 2_147_483_647;

/** Throws 404. */
export function parseRowId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_POSTGRESQL_INTEGER)) throw new Problem(404, 'There’s nothing at this address.');
  return id;
}

/** `texts` must be the parameters that the router matched on `Path`. */
export function parseParameters<Path extends string, Value>(
  texts: Readonly<Record<string, string>>,
  parse: (text: string) => Value,
): PathParameters<Path, Value> {
  const values = Object.entries(texts).map(([name, text]) => [name, parse(text)]);
  return Object.fromEntries(values) as PathParameters<Path, Value>;
}
