import { useEffect } from 'react';
import { documentTitle } from './document-title.ts';

export function useRecordTitle(name: string | null, screen: string): void {
  useEffect(() => {
    if (name) document.title = documentTitle(name, screen);
  }, [name, screen]);
}
