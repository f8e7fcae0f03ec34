import { type Key, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { focusHeading } from '../../navigation/use-heading-focus.ts';
import type { LatestPage } from '../use-latest-page.ts';

type Props<Row> = {
  page: LatestPage<Row> | null;
  keyOf: (row: Row, index: number) => Key;
  isFetching: boolean;
};

/**
 * A list that opens with rows of the cache asks for them again. The answer changes what is in the rows at once, but
 * moves none of them while the pointer or the focus is on one. A row that is used and has left the list leaves at once.
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
    areUsedRowsIn(page.rows.map(keyOf), opened.current.rows.map(keyOf));
  const isReleased = opened.current !== null && answer.current !== null && !isHeld;
  // Later changes are for those who see them happen.
  if (isReleased) opened.current = null;

  const hadFocus = useRef(false);
  if (isReleased) hadFocus.current = document.activeElement?.closest('.table-frame tbody') != null;
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusHeading();
    hadFocus.current = false;
  });

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

/** False if no row is used. `shown` are the rows of the table. */
function areUsedRowsIn(latest: readonly Key[], shown: readonly Key[]): boolean {
  const used = document.querySelectorAll<HTMLTableRowElement>(
    '.table-frame tbody tr:is(:hover, :focus-within)',
  );
  const isListed = ({ sectionRowIndex }: HTMLTableRowElement) =>
    latest.some((key) => key === shown[sectionRowIndex]);
  return used.length > 0 && [...used].every(isListed);
}
