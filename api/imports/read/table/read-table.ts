import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { decodeStream } from '../bytes/decode-text.ts';
import type { Bytes } from '../bytes/streams.ts';
import type { ImportedRow } from '../imported-row.ts';
import { MAX_CSV_ROW_BYTES } from '../limits.ts';
import { readRecipe } from '../recipe/read-recipe.ts';
import { refusedRow } from '../refusal.ts';
import { columnOf } from './columns.ts';
import { recordToRecipe } from './record-to-recipe.ts';
import type { TableShape } from './sample-table.ts';

type CsvRecord = { readonly record: readonly string[]; readonly info: Info };

/** A row at a time, so that a table of any size takes little memory. */
export async function* readTable(file: string, shape: TableShape, bytes: Bytes): AsyncGenerator<ImportedRow> {
  const columns = shape.headings.map(columnOf);
  const unused = shape.headings.filter((heading, at) => heading.trim() !== '' && !columns[at]);
  const note = unused.length > 0 ? `These columns were not read: ${unused.join(', ').slice(0, 300)}.` : '';
  let number = -1;
  let line = 1;
  let isFirst = true;
  try {
    for await (const { record, info } of records(shape.delimiter, bytes)) {
      number += 1;
      const place = `line ${line}`;
      line = info.lines + 1;
      if (number <= shape.headingRecord || record.every((cell) => cell.trim() === '')) continue;
      const notes = [isFirst ? note : '', extraCells(record, shape)];
      isFirst = false;
      const recipe = recordToRecipe(record, columns);
      yield readRecipe(recipe, { file, place, address: null, resolve: (value) => value, notes });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = 'A quotation mark is not closed here, or this row is too long. The rest was not read.';
    yield refusedRow(file, message, { place: `line ${line}` });
    return;
  }
  if (isFirst) yield refusedRow(file, 'This table has headings and no recipes. Add a line for each recipe.');
}

async function* records(delimiter: string, bytes: Bytes): AsyncGenerator<CsvRecord> {
  const source = Readable.from(decodeStream(bytes));
  const parser = parse({
    delimiter,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_CSV_ROW_BYTES,
  });
  source.on('error', (error) => parser.destroy(error));
  try {
    yield* source.pipe(parser);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function extraCells(record: readonly string[], { headings }: TableShape): string {
  const extra = record.slice(headings.length).filter((cell) => cell.trim() !== '').length;
  return extra > 0
    ? `This row has ${extra} more cells than there are headings. Quote cells that hold the separator.`
    : '';
}
