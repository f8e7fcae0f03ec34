const BULLET =
  /^(?:[-–—*•◦▪●○·‣⁃▢☐☑✓✔□■»>]|\[[ x]?\]|[①-⑳]|\d\uFE0F?\u20E3|\p{Extended_Pictographic}\uFE0F?) ?(?=\S)/u;
const NUMBER = /^\(?\d{1,3}[.)](?: |(?=\p{L}))/u;
/** A number without a text. */
const ONLY_NUMBER = /^\(?\d{1,3}[.)]$/u;

/** One space between words, and fractions with an ordinary slash. */
export function collapseSpaces(line: string): string {
  return line
    .replaceAll(/[\s\u200b\ufeff]+/gu, ' ')
    .replaceAll('⁄', '/')
    .trim();
}

/** Without the bullet and the number at its beginning; empty if there is nothing else. */
export function cleanLine(line: string): string {
  const text = collapseSpaces(line);
  if (ONLY_NUMBER.test(text) || !/[\p{L}\p{N}]/u.test(text)) return '';
  const withoutBullets = removeStart(removeStart(text, BULLET), BULLET);
  return removeStart(withoutBullets, NUMBER);
}

export function removeStart(text: string, start: RegExp): string {
  return text.slice(start.exec(text)?.[0].length ?? 0);
}
