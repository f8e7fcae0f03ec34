/** Cuts after `length` graphemes and adds an ellipsis: no accent or emoji is split. */
export function truncate(text: string, length: number): string {
  // A grapheme has at least one code unit.
  if (text.length <= length) return text;
  let index = 0;
  let count = 0;
  for (const grapheme of graphemesOf(text)) {
    if (count === length) return `${text.slice(0, index)}…`;
    index += grapheme.length;
    count += 1;
  }
  return text;
}

/** Firefox before 125 lacks the segmenter: there, a combined emoji counts as its parts. */
function* graphemesOf(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) return yield* text.match(/\P{Mark}\p{Mark}*|\p{Mark}/gsu) ?? [];
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}
