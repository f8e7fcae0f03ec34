import type { Endpoint, Request } from '../request.ts';
import type { Side } from '../side.ts';

export type Call = {
  endpoint: Endpoint;
  /** Method, path, and what differs from other calls of the endpoint. */
  name: string;
  /** Returns the requests by turn, from 0, each different where it can be. Null after the last one. */
  open: (side: Side, count: number) => Promise<(turn: number) => Request | null>;
  /** Each request can be sent once, so that at most `count` are possible; a small database may have fewer. */
  isPrepared: boolean;
  /** The server protects itself: under load it answers 503, which does not count as an answer. */
  mayRefuse: boolean;
};

/** Can be called any number of times. */
export function call(endpoint: Endpoint, request: (side: Side, turn: number) => Request, variant = ''): Call {
  const open = async (side: Side) => (turn: number) => request(side, turn);
  return { endpoint, name: nameOf(endpoint, variant), open, isPrepared: false, mayRefuse: false };
}

/** Needs an item of its own for each request: what one call does, the next cannot do again. */
export function preparedCall<Item>(
  endpoint: Endpoint,
  prepare: (side: Side, count: number) => Promise<readonly Item[]>,
  request: (item: Item, turn: number) => Request,
): Call {
  const open = async (side: Side, count: number) => {
    const items = await prepare(side, count);
    return (turn: number) => {
      const item = items[turn];
      return item === undefined ? null : request(item, turn);
    };
  };
  return { endpoint, name: nameOf(endpoint, ''), open, isPrepared: true, mayRefuse: false };
}

function nameOf({ method, path }: Endpoint, variant: string): string {
  return `${method} ${path}${variant && `, ${variant}`}`;
}
