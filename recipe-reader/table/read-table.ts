import { Readable } from 'node:stream';
import { type Info, type Parser, parse } from 'csv-parse';
import { decodeStream } from '../bytes/decode-text.ts';
import type { Bytes } from '../bytes/streams.ts';
import type { ImportedRow } from '../imported-row.ts';
import { MAX_CSV_ROW_BYTES } from '../limits.ts';
import { isExportHeader, readExportedLine } from '../own-export.ts';
import { readRecipe } from '../recipe/read-recipe.ts';
import { refusedRow } from '../refusal.ts';
import { columnOf, isInSeconds } from './columns.ts';
import { recordToRecipe } from './record-to-recipe.ts';
import type { TableShape } from './sample-table.ts';

type CsvRecord = { readonly record: readonly string[]; readonly info: Info };

/** A row at a time, so that a table of any size takes little memory. */
export async function* readTable(file: string, shape: TableShape, bytes: Bytes): AsyncGenerator<ImportedRow> {
  const columns = shape.headings.map(columnOf);
  const isExported = isExportHeader(shape.headings);
  const parser = new TableParser(shape.delimiter, bytes);
  const seconds = shape.headings.some(isInSeconds) ? READ_AS_SECONDS : '';
  let note = [unusedColumns(shape), seconds].filter(Boolean).join(' ');
  let number = -1;
  let line = 1;
  let rows = 0;
  for await (const { record, info } of parser.records()) {
    number += 1;
    const place = `line ${line}`;
    line = info.lines + 1;
    if (number <= shape.headingRecord || record.every((cell) => cell.trim() === '')) continue;
    const notes = [note, extraCells(record, shape)];
    note = '';
    rows += 1;
    if (isExported) {
      yield readExportedLine(record, shape.headings, { file, place, notes: [extraCells(record, shape)] });
      continue;
    }
    const recipe = recordToRecipe(record, columns);
    yield readRecipe(recipe, { file, place, address: null, resolve: (value) => value, notes });
  }
  if (parser.hasFailed) yield refusedRow(file, UNREADABLE, { place: `line ${line}` });
  else if (rows === 0) yield refusedRow(file, NO_ROWS);
}

const UNREADABLE =
  'A quotation mark isn’t closed in this row, or the row is too long. The rest of the file wasn’t read.';
const READ_AS_SECONDS =
  'The times in preparation_time and cooking_time were read as seconds, as in an export.';
const NO_ROWS = 'This table has headings but no recipes. Add a line for each recipe.';

class TableParser {
  hasFailed = false;
  readonly #source: Readable;
  readonly #parser: Parser;

  constructor(delimiter: string, bytes: Bytes) {
    this.#source = Readable.from(decodeStream(bytes));
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

function extraCells(record: readonly string[], { headings }: TableShape): string {
  const extra = record.slice(headings.length).filter((cell) => cell.trim() !== '').length;
  if (extra === 0) return '';
  const cells = extra === 1 ? '1 more cell' : `${extra} more cells`;
  return `This row has ${cells} than the table has headings. Put quotation marks around cells that contain the separator.`;
}
