import { stringify } from 'csv-stringify/sync';
import { removeInvisible } from '#contract/text.ts';
import { escapeFormula } from '#recipe-reader/own-export.ts';

/**
 * The headings of a CSV file, which are plain words. Spreadsheets recognise UTF-8 by the mark before them; LibreOffice,
 * unless it is told the encoding, would take a quote behind the mark for text.
 */
export function csvHeader(columns: readonly string[]): string {
  return `\uFEFF${columns.join(',')}\n`;
}

/** A text, a number, a number as it is to be written, or a phone number. */
export type CsvCell = string | number | { number: string } | { phone: string };

/**
 * Lines of CSV. Every cell is quoted: where semicolons separate cells, a spreadsheet would run the middle of x;=1+1;y. A
 * text is written so that a spreadsheet keeps it as it is.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    { quoted: true, quoted_empty: true },
  );
}

function toText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return escapeFormula(cell);
  return 'phone' in cell ? writePhone(cell.phone) : cell.number;
}

const SEPARATORS = /[\s./,\-\u2010-\u2015\u2212]+/gu;
/** "00" or a plus sign, and a country code. Source: the list of ITU-T E.164. */
const ABROAD = /^(\+|00) ?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d) ?(?=[\d(])/;
/** Digits alone, or in groups of three: French spreadsheets read thousands. */
const NUMBER = /^\(?\+?(?:\d+|\d{1,3}(?: \d{3})+)\)?$/;

/**
 * Writes a phone number with a space after its country code and spaces for hyphens. Spreadsheets take +4915112345678 for a
 * number, and +1-202-555-0147 for a sum, but leave +49 15112345678 as it is.
 */
function writePhone(phone: string): string {
  const spaced = removeInvisible(phone).normalize('NFKC').replace(SEPARATORS, ' ').trim();
  if (!/^\+?[\d() ]+$/.test(spaced) || !/\d/.test(spaced)) return escapeFormula(phone);
  const abroad = spaced.replace(ABROAD, (_, prefix, code) => `${prefix === '+' ? '+' : '00 '}${code} `);
  if (!NUMBER.test(abroad)) return abroad;
  const bare = abroad.replace(/[()]/g, '');
  const [head = ''] = /^\+?\d{1,3}/.exec(bare) ?? [];
  const rest = bare.slice(head.length).replaceAll(' ', '');
  if (rest.length !== 0 && rest.length !== 3) return `${head} ${rest}`;
  return /^[1-9]\d*$/.test(abroad) ? abroad : `'${abroad}`;
}
