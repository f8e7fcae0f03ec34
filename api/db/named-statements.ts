import type pg from 'pg';

/** So many plans are kept by each connection at most; PostgreSQL needs about 20 KB for one. */
const MAX_NAMES = 200;
const MAX_LENGTH = 4_000;
/** Texts that were sent once. */
const MAX_SEEN = 1_000;

/**
 * The name under which a text is prepared, or undefined: texts get one when they come again, so that those that are
 * sent once take none. A search gets none, because its best plan depends on the words.
 */
export function createStatementNames(maxNames = MAX_NAMES): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || !isFixed(text)) return known;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MAX_SEEN) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `select_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** Not of every column: a migration beside a running server may add one, and PostgreSQL refuses the old plan then. */
function isFixed(text: string): boolean {
  const isLong = text.length > MAX_LENGTH;
  return !isLong && /^\s*select\b/i.test(text) && !text.includes('search_text') && !/[\s.]\*/.test(text);
}

/** The parts of a client that Kysely uses. */
type QueryingClient = {
  readonly processID?: number;
  query: pg.PoolClient['query'];
  release: pg.PoolClient['release'];
};

/**
 * Prepares repeated queries once for each connection, so that PostgreSQL does not parse and plan them every time. Not
 * behind a pooler in transaction mode, where the next query may reach another connection.
 */
export function nameStatements(): (client: pg.PoolClient & { processID?: number }) => QueryingClient {
  const nameOf = createStatementNames();
  // The same object each time: Kysely keeps its own state of a connection beside it.
  const wrapped = new WeakMap<pg.PoolClient, QueryingClient>();
  return (client) => {
    const found = wrapped.get(client);
    if (found) return found;
    const query = (text: string, values: readonly unknown[]) => {
      const name = nameOf(text);
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    };
    const naming: QueryingClient = {
      // To cancel a query.
      ...(client.processID === undefined ? {} : { processID: client.processID }),
      // Kysely uses only this one of the forms.
      query: query as pg.PoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
    wrapped.set(client, naming);
    return naming;
  };
}
