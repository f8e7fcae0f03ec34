import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from './SearchBox.tsx';

/** The text once it has not changed for the time of a search. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
