import { useEffect } from 'react';
import { titled } from './titled.ts';

/** Names the record in the document's title, once it is known. */
export function useRecordTitle(name: string | null, screen: string): void {
  useEffect(() => {
    if (name) document.title = titled(name, screen);
  }, [name, screen]);
}
