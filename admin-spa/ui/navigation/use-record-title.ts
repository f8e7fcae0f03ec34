import { useEffect } from 'react';
import { documentTitle } from './document-title.ts';

/** Names the record in the document's title, once it is known. */
export function useRecordTitle(name: string | null, screen: string): void {
  useEffect(() => {
    if (name) document.title = documentTitle(name, screen);
  }, [name, screen]);
}
