import { Problem } from './problem.ts';

/** The `:name` parts of a path. */
export type Parameters<Path extends string, Value> = Readonly<Record<ParameterName<Path>, Value>>;

type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** PostgreSQL's largest integer. */
const LARGEST_ID = 2_147_483_647;

/** A path parameter as the id of a row. Throws 404 for a text that is no id. */
export function rowId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= LARGEST_ID)) throw new Problem(404, 'There is nothing at this address.');
  return id;
}

/** The path parameters of a request, each read by `read`. `texts` must be what the router matched on `Path`. */
export function readParameters<Path extends string, Value>(
  texts: Readonly<Record<string, string>>,
  read: (text: string) => Value,
): Parameters<Path, Value> {
  const values = Object.entries(texts).map(([name, text]) => [name, read(text)]);
  // The router gives one text for each name in the path.
  return Object.fromEntries(values) as Parameters<Path, Value>;
}
