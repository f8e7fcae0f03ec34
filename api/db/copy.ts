import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Database } from './schema.ts';

type Value = string | number | boolean | Date | readonly string[] | null;

/** Characters of one write to the connection. */
const CHUNK_LENGTH = 65_536;

/**
 * Adds rows by COPY, a third faster than INSERT. Takes the rows one by one while PostgreSQL stores the earlier ones.
 * The columns are the properties of the first row. An `id` may be given. Returns the number of rows.
 */
export async function copyRows<Row extends { readonly [Column in keyof Row]: Value }>(
  client: pg.ClientBase,
  table: keyof Database,
  rows: Iterable<Row>,
): Promise<number> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return 0;
  const columns = Object.keys(first.value) as (keyof Row & string)[];
  const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(toChunks(columns, first.value, iterator)), copy);
  return copy.rowCount;
}

function* toChunks<Row extends { readonly [Column in keyof Row]: Value }>(
  columns: readonly (keyof Row)[],
  first: Row,
  others: Iterator<Row>,
): Generator<string> {
  const toLine = (row: Row) => `${columns.map((column) => toCopyText(row[column])).join('\t')}\n`;
  let chunk = toLine(first);
  for (let next = others.next(); !next.done; next = others.next()) {
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
    chunk += toLine(next.value);
  }
  yield chunk;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The text format of COPY: https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS */
function toCopyText(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : toArrayText(value);
  return text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '');
}

/** An array of texts as PostgreSQL writes it. */
function toArrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Takes ids of new rows from the sequence of the table, in ascending order. */
export async function takeIds(
  client: pg.ClientBase,
  table: keyof Database,
  count: number,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::integer as id from generate_series(1, $2)`,
    [table, count],
  );
  return rows.map(({ id }) => id);
}
