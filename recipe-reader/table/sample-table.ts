import { parse } from 'csv-parse/sync';
import { decodeText } from '../bytes/decode-text.ts';
import { Refusal } from '../refusal.ts';
import { type Column, columnOf, isTitle, KNOWN_COLUMNS } from './columns.ts';

/** How a table is written. `headings` are the cells of its record number `headingRecord`, from 0. */
export type TableShape = {
  readonly delimiter: string;
  readonly headingRecord: number;
  readonly headings: readonly string[];
};

const DELIMITERS = [',', ';', '\t', '|'];
/** Spreadsheets often have a title or a date above the headings. */
const MAX_RECORDS = 10;

/** The delimiter and the headings; null if this is no table. Throws a refusal for a table without known headings. */
export function sampleTable(name: string, head: Uint8Array): TableShape | null {
  const text = decodeText(head);
  const shapes = DELIMITERS.flatMap((delimiter) => shapeOf(text, delimiter) ?? []);
  const [best] = shapes.toSorted((one, other) => known(other) - known(one));
  const isNamedTable = /\.(?:csv|tsv|tab)$/iu.test(name);
  if (best && (known(best) > 1 || isNamedTable)) return best;
  if (!isNamedTable) return null;
  throw new Refusal(
    `No column has the recipe’s title. The first line needs headings such as: ${KNOWN_COLUMNS}.`,
  );
}

function shapeOf(text: string, delimiter: string): TableShape | null {
  const records = firstRecords(text, delimiter);
  const headingRecord = records.findIndex((cells) => cells.map(columnOf).some(isTitle));
  const headings = records[headingRecord];
  return headings ? { delimiter, headingRecord, headings } : null;
}

/** The records before the first error: a cell may be cut off where the sample ends. */
function firstRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  const on_record = (record: string[]) => void records.push(record);
  try {
    parse(text, { delimiter, on_record, to: MAX_RECORDS, relax_quotes: true, relax_column_count: true });
  } catch {
    return records;
  }
  return records;
}

function known({ headings }: TableShape): number {
  return headings.map(columnOf).filter((column: Column | null) => column !== null).length;
}
