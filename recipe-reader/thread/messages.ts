import type { ImportedRow } from '../imported-row.ts';
import type { Zipped } from '../zip/zip-budget.ts';

/**
 * To the thread: a file to read and what earlier ZIPs of its import held, the bytes that it asked for (null at the end),
 * and that its rows were taken. Bytes name their file by its number: the last ones of a file may come when the next one
 * has begun.
 */
export type ToThread =
  | { readonly kind: 'file'; readonly number: number; readonly name: string; readonly zipped: Zipped }
  | { readonly kind: 'bytes'; readonly number: number; readonly bytes: Uint8Array | null }
  | { readonly kind: 'taken' };

/** From the thread: it wants bytes, is about to inflate, has rows, or has finished the file. */
export type FromThread =
  | { readonly kind: 'want' }
  | { readonly kind: 'zipped'; readonly zipped: Zipped }
  | { readonly kind: 'rows'; readonly rows: readonly ImportedRow[] }
  | { readonly kind: 'end' };
