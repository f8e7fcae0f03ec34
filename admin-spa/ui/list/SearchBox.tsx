import { type RefObject, useEffect, useId, useRef, useState } from 'react';

const SEARCH_DEBOUNCE_MS = 300;

type Props = {
  label: string;
  keyword: string;
  search: (keyword: string) => void;
  input: RefObject<HTMLInputElement | null>;
};

/** Follows the URL, also on Back and Forward. */
export function SearchBox({ label, keyword, search, input }: Props) {
  const [text, setText] = useState(keyword);
  const id = useId();
  // Any other keyword came from the URL.
  const asked = useRef(keyword);
  const latest = useRef(search);
  latest.current = search;

  useEffect(() => {
    if (keyword === asked.current) return;
    asked.current = keyword;
    setText(keyword);
  }, [keyword]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      latest.current(wanted);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <search className="search">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </search>
  );
}
