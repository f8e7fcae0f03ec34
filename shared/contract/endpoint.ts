import type { GenericSchema } from 'valibot';

/**
 * One call. `answer` describes the body both our server and the screens rely on; `reshape` turns what any
 * provider following the specification may send into it, before it is validated.
 */
export type Endpoint<Query, Body, Answer, Path extends `/${string}` = `/${string}`> = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the API's base; `:name` parts are filled in by the caller. */
  readonly path: Path;
  readonly query?: GenericSchema<unknown, Query>;
  readonly body?: GenericSchema<unknown, Body>;
  readonly answer: GenericSchema<unknown, Answer>;
  readonly reshape: (body: unknown) => unknown;
};

/** The same endpoint, with its types read off its schemas. */
export function endpoint<
  Query = undefined,
  Body = undefined,
  Answer = unknown,
  Path extends `/${string}` = `/${string}`,
>(definition: Endpoint<Query, Body, Answer, Path>): Endpoint<Query, Body, Answer, Path> {
  return definition;
}
