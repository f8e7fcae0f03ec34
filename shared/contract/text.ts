/**
 * Invisible characters, which copied text brings along: zero-width characters, marks of direction, soft hyphens. In
 * names and texts some have a meaning, as in Persian and in emoji: there they are kept, and ignored in comparisons.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

export function removeInvisible(text: string, kept: readonly string[] = []): string {
  return text.replace(INVISIBLE, (one) => (kept.includes(one) ? one : ''));
}

/** A name is one line: a line break in it would be two in a mail or a file. */
export function toOneLine(text: string): string {
  const lines = text.split(/[\p{Cc}\u2028\u2029]/u).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
