import { Search } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

const SEARCH_DEBOUNCE_MS = 300;

type Props = {
  label: string;
  keyword: string;
  search: (keyword: string) => void;
  input: RefObject<HTMLInputElement | null>;
};

/** The box follows the URL, also on Back and Forward. */
export function SearchBox({ label, keyword, search, input }: Props) {
  const [text, setText] = useState(keyword);
  const id = useId();
  // Any other keyword came from the URL.
  const lastKeyword = useRef(keyword);
  const latestSearch = useRef(search);
  latestSearch.current = search;

  useEffect(() => {
    if (keyword === lastKeyword.current) return;
    lastKeyword.current = keyword;
    setText(keyword);
  }, [keyword]);

  useEffect(() => {
    const nextKeyword = text.trim();
    if (nextKeyword === lastKeyword.current) return;
    const timer = setTimeout(() => {
      lastKeyword.current = nextKeyword;
      latestSearch.current(nextKeyword);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <search className="search">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Search aria-hidden="true" />
      <input
        ref={input}
        id={id}
        type="search"
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </search>
  );
}

/** The text, once it has not changed for as long as a search box waits. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
