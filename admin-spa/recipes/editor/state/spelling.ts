import { fold } from '../../../ui/format/fold.ts';

/** The existing spelling of a value, else the value as typed. */
export function knownSpelling(typed: string, known: readonly string[]): string {
  const wanted = fold(typed);
  return known.find((value) => fold(value) === wanted) ?? typed.trim();
}

/** Returns the tags in a text with commas that no existing one is spelled like. */
export function newTags(text: string, existing: readonly string[]): string[] {
  const folded = new Set(existing.map(fold));
  return removeDoubles(text.split(',')).filter((tag) => !folded.has(fold(tag)));
}

/** Keeps the first of values that differ only in case or accents; drops blank ones. */
export function removeDoubles(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values
    .map((value) => value.trim())
    .filter((value) => {
      const folded = fold(value);
      if (folded === '' || seen.has(folded)) return false;
      seen.add(folded);
      return true;
    });
}

/** Values that contain the typed text; those that begin with it come first. */
export function matching(typed: string, known: readonly string[]): string[] {
  const wanted = fold(typed);
  const found = known.filter((value) => fold(value).includes(wanted));
  const begins = (value: string) => fold(value).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((value) => !begins(value))];
}

export type Counted = readonly { readonly value: string }[];

export function valuesIn(counted: Counted): string[] {
  return counted.map(({ value }) => value);
}
