import { useEffect } from 'react';
import { documentTitle } from './document-title.ts';
import { rememberOpenedRecord } from './opened-records.ts';

/** Also remembers the record as opened. `name` is null until it is known. */
export function useRecordTitle(name: string | null, screen: string): void {
  useEffect(() => {
    if (!name) return;
    document.title = documentTitle(name, screen);
    rememberOpenedRecord({ path: location.pathname, name, screen });
  }, [name, screen]);
}
