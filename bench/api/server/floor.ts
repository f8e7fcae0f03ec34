import type { LogEvent } from 'kysely';

/** A query as the server sent it. Times are milliseconds of the server's clock. */
export type RecordedQuery = { sql: string; parameters: readonly unknown[]; start: number; end: number };

/** Keeps what Kysely sends while it records, without the entry of the audit log that an export writes. */
export class QueryRecorder {
  isRecording = false;
  #queries: RecordedQuery[] = [];

  readonly add = ({ query: { sql, parameters }, queryDurationMillis }: LogEvent): void => {
    if (!this.isRecording || sql.startsWith('insert')) return;
    const end = performance.now();
    this.#queries.push({ sql, parameters, start: end - queryDurationMillis, end });
  };

  /** In the order of their ends. Forgets them. */
  take(): RecordedQuery[] {
    const taken = this.#queries;
    this.#queries = [];
    return taken;
  }
}

/** In the order of the server: the queries of a group ran at the same time, after those of the group before. */
export function toGroups(queries: readonly RecordedQuery[]): RecordedQuery[][] {
  const groups: RecordedQuery[][] = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  for (const query of queries.toSorted((one, other) => one.start - other.start)) {
    if (query.start >= groupEnd) groups.push([]);
    groups.at(-1)?.push(query);
    groupEnd = Math.max(groupEnd, query.end);
  }
  return groups;
}

type Pool = { query: (sql: string, parameters: unknown[]) => Promise<unknown> };

/** The floor of a call: its SQL by the same driver, without the server. Milliseconds. */
export async function measureFloor(pool: Pool, queries: readonly RecordedQuery[]): Promise<number> {
  const groups = toGroups(queries);
  const start = performance.now();
  for (const group of groups) {
    await Promise.all(group.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
  }
  return performance.now() - start;
}
