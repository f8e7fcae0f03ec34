/** The text with its last two words kept on one line. */
export function unbroken(text: string): string {
  return text.replace(/ (\S+)$/, '\u00a0$1');
}
