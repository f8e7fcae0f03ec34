import { type RawBuilder, sql } from 'kysely';

export type Page = { readonly offset: number; readonly limit: number };

type Newest = {
  table: 'recipes';
  where: RawBuilder<boolean>;
  page: Page;
  /** Of the rows that match, exactly. */
  total: number;
};

const order = sql`created_at desc, id desc`;

/** A query for the ids of a page, newest first. Reads from the end of the list if that is nearer. */
export function newestIds({
  table,
  where,
  page: { offset, limit },
  total,
}: Newest): RawBuilder<{ id: number }> {
  const found = sql`select id from ${sql.table(table)} where ${where}`;
  const after = total - offset - limit;
  if (offset <= after) return sql`${found} order by ${order} limit ${limit} offset ${offset}`;
  const rows = Math.max(0, Math.min(limit, total - offset));
  return sql`${found} order by created_at, id limit ${rows} offset ${Math.max(0, after)}`;
}

/**
 * A query for the ids of a page that reads the newest rows until it is full: for a condition that many rows meet.
 * `walked`: the rows of the index of the newest, if it has not all.
 */
export function walkNewestIds(
  { table, walked, where, page: { offset, limit } }: Omit<Newest, 'total'> & { walked?: RawBuilder<boolean> },
  maxRows: number | null,
): RawBuilder<{ id: number }> {
  // The inner limit or offset keeps the planner from choosing another way.
  const bound = maxRows === null ? sql`offset 0` : sql`limit ${maxRows}`;
  return sql`select id from (
      select * from ${sql.table(table)} where ${walked ?? sql`true`} order by ${order} ${bound}) as newest
    where ${where} limit ${limit} offset ${offset}`;
}
