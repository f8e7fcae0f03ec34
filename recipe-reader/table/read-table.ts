import { Readable } from 'node:stream';
import { type Info, type Parser, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { jsonrepair } from 'jsonrepair';
import { type Bytes, decodeStream, decodeText } from '../files/bytes.ts';
import type { ImportedRow } from '../imported-row.ts';
import { MAX_CSV_ROW_BYTES, MAX_JSON_DEPTH, MAX_REPAIR_CELL } from '../limits.ts';
import { readMeasure } from '../lines/quantity.ts';
import { isExportHeader, readExportedLine, unescapeFormula } from '../own-export.ts';
import type { Node } from '../page/json-ld.ts';
import { depthOf } from '../page/parse-json.ts';
import { readRecipe } from '../recipe/read-recipe.ts';
import { Refusal, refusedRow } from '../refusal.ts';
import { type Column, columnOf, isInSeconds, isTitle, KNOWN_COLUMNS } from './columns.ts';

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
  const { text } = decodeText(head);
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
    parseText(text, { delimiter, on_record, to: MAX_RECORDS, relax_quotes: true, relax_column_count: true });
  } catch {
    return records;
  }
  return records;
}

function known({ headings }: TableShape): number {
  return headings.map(columnOf).filter((column: Column | null) => column !== null).length;
}

/** A recipe may go on over several records, with one ingredient in each. */
type TableRecipe = { readonly place: string; readonly records: CsvRecord['record'][] };

type CsvRecord = { readonly record: readonly string[]; readonly info: Info };

/** A row at a time, so that a table of any size takes little memory. */
export async function* readTable(file: string, shape: TableShape, bytes: Bytes): AsyncGenerator<ImportedRow> {
  const columns = shape.headings.map(columnOf);
  const isExported = isExportHeader(shape.headings);
  const parser = new TableParser(shape.delimiter, bytes);
  const seconds = shape.headings.some(isInSeconds) && !isExported ? READ_AS_SECONDS : '';
  parser.addNote([unusedColumns(shape), seconds].filter(Boolean).join(' '));
  let number = -1;
  let line = 1;
  let last: TableRecipe | null = null;
  const toRow = ({ place, records }: TableRecipe): ImportedRow => {
    const notes = [...parser.takeNotes(), extraCells(records, shape), continuedLines(records)];
    const source = { file, place, notes };
    const exported = isExported ? readExportedLine(records, shape.headings, source) : null;
    if (exported) return exported;
    const cells = joinRecords(records, columns).map((cell) => (isExported ? unescapeFormula(cell) : cell));
    return readRecipe(recordToRecipe(cells, columns), {
      ...source,
      address: null,
      resolve: (value) => value,
    });
  };
  for await (const { record: cells, info } of parser.records()) {
    const record = withAmounts(cells, columns);
    number += 1;
    const place = `line ${line}`;
    line = info.lines + 1;
    if (number <= shape.headingRecord || record.every((cell) => cell.trim() === '')) continue;
    if (last && goesOn(last.records, record, columns) && !(isExported && hasTitle(record, columns))) {
      last.records.push(record);
      continue;
    }
    if (last) yield toRow(last);
    last = { place, records: [record] };
  }
  if (last) yield toRow(last);
  if (parser.hasFailed) yield refusedRow(file, UNREADABLE, { place: `line ${line}` });
  else if (!last) yield refusedRow(file, NO_ROWS);
}

const UNREADABLE =
  'A quotation mark isn’t closed in this row, or the row is too long. The rest of the file wasn’t read.';
const READ_AS_SECONDS =
  'The times in preparation_time and cooking_time were read as seconds, as in an export.';
const NO_ROWS = 'This table has headings but no recipes. Add a line for each recipe.';

class TableParser {
  hasFailed = false;
  readonly #told = new Set<string>();
  readonly #notes: string[] = [];
  readonly #source: Readable;
  readonly #parser: Parser;

  constructor(delimiter: string, bytes: Bytes) {
    this.#source = Readable.from(decodeStream(bytes, (note) => this.addNote(note)));
    this.#parser = parse({
      delimiter,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_CSV_ROW_BYTES,
      // An error would take the rows away that were read before it.
      skip_records_with_error: true,
      on_skip: () => {
        this.hasFailed = true;
        this.#source.destroy();
        this.#parser.end();
      },
    });
    this.#source.on('error', (error) => this.#parser.destroy(error));
  }

  /** Keeps a note about the file for its next row, once. */
  addNote(note: string): void {
    if (note === '' || this.#told.has(note)) return;
    this.#told.add(note);
    this.#notes.push(note);
  }

  takeNotes(): string[] {
    return this.#notes.splice(0);
  }

  async *records(): AsyncGenerator<CsvRecord> {
    try {
      yield* this.#source.pipe(this.#parser);
    } finally {
      this.#source.destroy();
      this.#parser.destroy();
    }
  }
}

function unusedColumns({ headings }: TableShape): string {
  const unused = headings.filter((heading) => heading.trim() !== '' && !columnOf(heading));
  return unused.length > 0 ? `These columns weren’t read: ${unused.join(', ').slice(0, 300)}.` : '';
}

function extraCells(records: readonly CsvRecord['record'][], { headings }: TableShape): string {
  const extra = records
    .flatMap((record) => record.slice(headings.length))
    .filter((cell) => cell.trim() !== '').length;
  if (extra === 0) return '';
  const cells = extra === 1 ? '1 more cell' : `${extra} more cells`;
  return `This row has ${cells} than the table has headings. Put quotation marks around cells that contain the separator.`;
}

/** The record with quantity and unit before the ingredient, line by line, where they have columns of their own. */
function withAmounts(record: CsvRecord['record'], columns: readonly (Column | null)[]): CsvRecord['record'] {
  const at = columns.findIndex(
    (column) => column?.kind === 'lines' && column.property === 'recipeIngredient',
  );
  const linesOf = (property: string) => {
    const place = columns.findIndex((column) => column?.kind === 'amount' && column.property === property);
    return (record[place] ?? '').split('\n');
  };
  const parts = [linesOf('quantity'), linesOf('unit'), (record[at] ?? '').split('\n')];
  if (at < 0 || !columns.some((column) => column?.kind === 'amount')) return record;
  const length = Math.max(...parts.map((lines) => lines.length));
  const lines = Array.from({ length }, (_, line) => parts.map((part) => part[line]?.trim() ?? ''));
  return record.with(at, lines.map((words) => words.filter(Boolean).join(' ')).join('\n'));
}

/**
 * Whether a record goes on with the recipe above, as cells that are merged over several lines are saved: without a title,
 * and with lists only; or with the same cells but for one line of one list.
 */
function goesOn(
  [first = []]: readonly CsvRecord['record'][],
  record: CsvRecord['record'],
  columns: readonly (Column | null)[],
): boolean {
  const others = columns.flatMap((column, at) => {
    const cell = record[at]?.trim() ?? '';
    const isTold = !column || column.kind === 'amount' || cell === '' || cell === first[at]?.trim();
    return isTold ? [] : [{ column, cell }];
  });
  if (others.length === 0 || others.some(({ column }) => column.kind !== 'lines')) return false;
  return (
    !hasTitle(record, columns) || (others.length === 1 && others.every(({ cell }) => !/[\n;|]/u.test(cell)))
  );
}

function hasTitle(record: CsvRecord['record'], columns: readonly (Column | null)[]): boolean {
  return columns.some((column, at) => isTitle(column) && (record[at]?.trim() ?? '') !== '');
}

/** The cells of the first record, and below them what the others add. */
function joinRecords(
  [first = [], ...others]: readonly CsvRecord['record'][],
  columns: readonly (Column | null)[],
): readonly string[] {
  if (others.length === 0) return first;
  return columns.map((column, at) => {
    const cell = first[at] ?? '';
    if (column?.kind !== 'lines') return cell;
    const added = others
      .filter((record) => !hasTitle(record, columns) || record[at] !== cell)
      .map((record) => record[at] ?? '');
    return [cell, ...added].filter((text) => text.trim() !== '').join('\n');
  });
}

function continuedLines({ length }: readonly CsvRecord['record'][]): string {
  if (length === 1) return '';
  const lines = length === 2 ? 'next line' : `next ${length - 1} lines`;
  return `The ${lines} of the table ${length === 2 ? 'was' : 'were'} read as part of this recipe.`;
}

/** A row of a table as a schema.org recipe. Columns of the same kind are joined. */
export function recordToRecipe(cells: readonly string[], columns: readonly (Column | null)[]): Node {
  const recipe = new Map<string, unknown[]>();
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? '';
    if (!column || column.kind === 'amount' || cell === '') continue;
    const property = column.kind === 'nutrition' ? 'nutrition' : column.property;
    const values = recipe.get(property);
    const more = valuesOf(cell, column);
    if (!values) recipe.set(property, more);
    else for (const value of more) values.push(value);
  }
  const entries = [...recipe].map(([property, values]) => [property, joined(property, values)]);
  return { '@type': 'Recipe', ...Object.fromEntries(entries) };
}

function valuesOf(cell: string, column: Column): unknown[] {
  if (column.kind === 'nutrition') return [{ name: column.label, value: cell }];
  if (column.kind === 'time')
    return [/^\d+(?:[.,]\d+)?$/u.test(cell) ? `${cell} ${column.unit || 'min'}` : cell];
  if (column.kind === 'text') return column.property === 'image' ? splitPictures(cell) : [cell];
  const object = column.property === 'nutrition' ? parseObject(cell) : null;
  return object ? [object] : splitCell(cell);
}

/** Addresses have no white space, and a comma only before the next one. */
function splitPictures(cell: string): unknown[] {
  return splitCell(cell).flatMap((item) =>
    typeof item === 'string' ? item.split(/,\s*(?=https?:)|\s(?=https?:)/u) : [item],
  );
}

function joined(property: string, values: readonly unknown[]): unknown {
  return property === 'description' ? values.join('\n') : values;
}

/**
 * The items of a cell: of a JSON array, of `c("…", "…")` as R writes it, else its lines, else what `|` or `;` separates.
 */
function splitCell(cell: string): unknown[] {
  const text = cell.trim();
  const inner = /^c\(/u.test(text) && text.endsWith(')') ? `[${text.slice(2, -1)}]` : text;
  const array = inner.startsWith('[') && inner.endsWith(']') ? parseArray(inner) : null;
  if (array) return array;
  const separator = [/[\n\r]/u, /\|/u, /;/u].find(
    (one) => one.test(text) && !text.split(one).some(isMeasure),
  );
  return separator ? text.split(separator).filter((item) => item.trim() !== '') : [text];
}

/** "8 oz | 230 g butter" is one ingredient. */
function isMeasure(part: string): boolean {
  return readMeasure(part.trim())?.rest === '';
}

/** An object or an array in a cell; null for other texts. */
function parseObject(cell: string): unknown {
  const text = cell.trim();
  return text.startsWith('{') && text.endsWith('}') ? parseCell(text) : null;
}

function parseArray(text: string): unknown[] | null {
  const value = parseCell(text);
  return Array.isArray(value) ? value : null;
}

/** Python writes its lists with single quotes. */
function parseCell(text: string): unknown {
  return tryParse(text) ?? tryParse(repairCell(text));
}

function repairCell(text: string): string {
  try {
    return text.length > MAX_REPAIR_CELL ? '' : jsonrepair(text);
  } catch {
    return '';
  }
}

function tryParse(text: string): unknown {
  try {
    return depthOf(text) > MAX_JSON_DEPTH ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
