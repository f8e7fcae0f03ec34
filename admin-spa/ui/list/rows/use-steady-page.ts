import { type Key, useEffect, useReducer, useRef } from 'react';
import type { LatestPage } from '../use-latest-page.ts';

type Props<Row> = {
  page: LatestPage<Row> | null;
  keyOf: (row: Row, index: number) => Key;
  isFetching: boolean;
};

/**
 * A list that opens with rows of the cache asks for them again. The answer changes what is in the rows at once, but
 * moves none of them while the pointer or the focus is on one.
 */
export function useSteadyPage<Row>({ page, keyOf, isFetching }: Props<Row>): LatestPage<Row> | null {
  const opened = useRef(isFetching ? page : null);
  const answer = useRef<readonly Row[] | null>(null);
  const [, check] = useReducer((count: number) => count + 1, 0);

  if (opened.current && !isFetching) answer.current ??= page?.rows ?? [];
  const isHeld =
    opened.current !== null &&
    page !== null &&
    page.rows === answer.current &&
    JSON.stringify(page.state) === JSON.stringify(opened.current.state) &&
    isRowInUse();
  // Later changes are for those who see them happen.
  if (answer.current && !isHeld) opened.current = null;

  useEffect(() => {
    if (!isHeld) return;
    // By then the pointer or the focus is elsewhere.
    const onLeave = () => void setTimeout(check);
    const events = ['pointerover', 'focusout'] as const;
    for (const event of events) document.addEventListener(event, onLeave);
    return () => {
      for (const event of events) document.removeEventListener(event, onLeave);
    };
  }, [isHeld]);

  if (!isHeld || !opened.current) return page;
  const latest = new Map(page.rows.map((row, index) => [keyOf(row, index), row]));
  const rows = opened.current.rows.map((row, index) => latest.get(keyOf(row, index)) ?? row);
  return { ...page, rows };
}

function isRowInUse(): boolean {
  return document.querySelector('.table-frame tbody tr:is(:hover, :focus-within)') !== null;
}
