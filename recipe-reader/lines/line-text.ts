import { removeInvisible } from '../page/html.ts';

/**
 * A line as it was pasted and what was understood. A heading is a line such as "For the sauce:". `name` is the text of a
 * step; `quantity` is the value of a nutrition value.
 */
export type EntryLine = {
  line: string;
  isHeading: boolean;
  name: string;
  quantity: string;
  unit: string;
};

/** What was understood of one line; null if nothing is left of it without bullets and numbers. */
export type ParsedLine = Omit<EntryLine, 'line'> | null;

/** A quantity or unit that the line does not have. */
export const MISSING = 'N/A';

const BULLET =
  /^(?:[-–—*•◦▪●○·‣⁃▢☐☑✓✔□■»>]|\[[ x]?\]|[①-⑳]|\d\uFE0F?\u20E3|\p{Extended_Pictographic}\uFE0F?) ?(?=\S)/u;
const NUMBER = /^\(?\d{1,3}[.)](?: |(?=\p{L}))/u;
/** A number without a text. */
const ONLY_NUMBER = /^\(?\d{1,3}[.)]$/u;

/** The line with one space between words, and fractions with an ordinary slash. */
export function collapseSpaces(line: string): string {
  return removeInvisible(line).replaceAll(/\s+/gu, ' ').replaceAll('⁄', '/').trim();
}

/** The line without the bullet and the number at its beginning; empty if there is nothing else. */
export function cleanLine(line: string): string {
  const text = collapseSpaces(line);
  if (ONLY_NUMBER.test(text) || !/[\p{L}\p{N}]/u.test(text)) return '';
  const withoutBullets = removeStart(removeStart(text, BULLET), BULLET);
  return removeStart(withoutBullets, NUMBER);
}

/** The text without what `start` matches at its beginning. */
export function removeStart(text: string, start: RegExp): string {
  return text.slice(start.exec(text)?.[0].length ?? 0);
}

const MAX_HEADING_CHARACTERS = 100;

/** "## Sauce", "**Sauce**", "--- Sauce ---" and "[Sauce]". */
const MARKED =
  /^(?:#{1,6} (?<hash>[^#]+)#*|\*{1,3}(?<stars>[^*]+)\*{1,3}|__(?<lines>[^_]+)__|[-=–—]{2,}(?<rule>[^-=–—]+)[-=–—]{2,}|\[(?<brackets>[^[\]]{2,})\])$/u;

/** The text of a line such as "For the sauce:", "## Sauce" or "**Sauce**"; else null. */
export function readHeading(text: string): string | null {
  if (text.length > MAX_HEADING_CHARACTERS) return null;
  const marked = MARKED.exec(text)?.groups;
  const inside = Object.values(marked ?? {}).find((text) => text !== undefined);
  if (inside) return removeColon(inside.trim());
  return text.endsWith(':') || text.endsWith('：') ? removeColon(text) : null;
}

/** "For the sauce" and "To serve", in the languages of European recipes. */
const FOR =
  /^(?:(?:for|für|pour|para|per|voor|till?|na|pro|dla|do|za|για|для)(?: [\p{L}'’&()-]+){1,6}|to (?:serve|garnish|finish|decorate|assemble)|(?:zum|zur) \p{Lu}\p{L}+|außerdem)(?: ?[–—-])?$/iu;

/**
 * The text of a heading, also without a colon: "For the sauce". A line with a number or a comma is an ingredient; only
 * Plan to Eat begins its headings with a comma: ", For the sauce".
 */
export function readIngredientHeading(text: string): string | null {
  if (/^, ?\p{L}/u.test(text)) return removeColon(text.slice(1).trim());
  return (
    readHeading(text) ?? (text.length <= MAX_HEADING_CHARACTERS && FOR.test(text) ? removeColon(text) : null)
  );
}

function removeColon(text: string): string {
  return text.replace(/ ?(?:[:：]| [–—-])$/u, '');
}
