/** Cuts after `length` graphemes and adds an ellipsis: no accent or emoji is split. */
export function truncate(text: string, length: number): string {
  // A grapheme has at least one code unit.
  if (text.length <= length) return text;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
