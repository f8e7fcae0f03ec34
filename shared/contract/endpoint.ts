import type { GenericSchema } from 'valibot';

/** One call. `reshape` turns the body of any provider that follows the specification into `answer`. */
export type Endpoint<Query, Body, Answer, Path extends `/${string}` = `/${string}`> = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to the API's base, with `:name` parameters. */
  readonly path: Path;
  readonly query?: GenericSchema<unknown, Query>;
  readonly body?: GenericSchema<unknown, Body>;
  readonly answer: GenericSchema<unknown, Answer>;
  readonly reshape: (body: unknown) => unknown;
};

export function endpoint<
  Query = undefined,
  Body = undefined,
  Answer = unknown,
  Path extends `/${string}` = `/${string}`,
>(definition: Endpoint<Query, Body, Answer, Path>): Endpoint<Query, Body, Answer, Path> {
  return definition;
}
