/** Spreadsheets recognise UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A number or a phone number, such as -5 or +44 20 7946 0018: nothing that a spreadsheet could run. */
const NUMBER = /^[+-][\d ().,/-]*$/u;

/** A spreadsheet would run a text that begins like a formula. An apostrophe before it prevents that. */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/u.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
