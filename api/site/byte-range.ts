/** The first and the last byte, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Evaluates `Range` for `size` bytes (RFC 9110, 14). Null: send everything, also for several ranges, which a server may
 * refuse to send.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/i) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return checked({ start: Math.max(0, size - Number(last)), end: size - 1 }, size);
  const end = last === '' ? size - 1 : Number(last);
  // An invalid header counts as none.
  if (end < Number(first) && last !== '') return null;
  return checked({ start: Number(first), end: Math.min(end, size - 1) }, size);
}

function checked(range: ByteRange, size: number): ByteRange | 'unsatisfiable' {
  return range.start < size ? range : 'unsatisfiable';
}
