import { useEffect } from 'react';
import { product } from '#brand/product.ts';
import { rememberOpenedRecord } from './opened-records.ts';

/** The most specific part comes first. */
export function documentTitle(...parts: readonly string[]): string {
  return [...parts, product.name].join(' · ');
}

/** Sets the title to the record's name, and remembers it as opened. `name` is null until it is known. */
export function useRecordTitle(name: string | null, screen: string): void {
  useEffect(() => {
    if (!name) return;
    document.title = documentTitle(name, screen);
    rememberOpenedRecord({ path: location.pathname, name, screen });
  }, [name, screen]);
}
