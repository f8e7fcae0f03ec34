import { focusManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusHeading } from '../navigation/use-heading-focus.ts';
import { idOf, type ListRow, mergeRows } from './merge-rows.ts';

/** Asks for one page, and reads and replaces the rows of its answer. */
export type PageSource<Answer, Row> = {
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  withRows: (answer: Answer, rows: readonly Row[]) => Answer;
};

type Props<Answer, Row> = {
  source: PageSource<Answer, Row>;
  pageSize: number;
  isFirstPage: boolean;
  /** When the rows were loaded or changed here: an answer from before is of no use. */
  updatedAt: number;
  /** The rows are from an earlier visit: they are asked for at once. Counts when the list opens. */
  isOld: boolean;
  /** Asks again after so many milliseconds, unless polls pause (`shell/presence.ts`). Null: never. */
  pollMs: number | null;
};

type Waiting<Answer> = {
  answer: Answer;
  /** It is the one that the list opened with. */
  isFirst: boolean;
  key: string;
  removedIds: ReadonlySet<string>;
  newRows: number;
};

export type LiveRows = {
  /** Asks for the rows at once. */
  refresh: () => void;
  /** Ids of rows that have left the list, and wait. */
  removedIds: ReadonlySet<string>;
  /** How many rows wait for `showNew`. */
  newRows: number;
  showNew: () => void;
  /** Attributes of the element around the table. */
  frame: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onPointerOver: (event: PointerEvent) => void;
    onPointerLeave: () => void;
  };
};

const none: ReadonlySet<string> = new Set();

/**
 * Refetches a list in the background: once when it opens with cached rows, and in a poll. The answers update rows in
 * place at once, and move no row that the pointer or the focus is on. What would move one waits until they have left it.
 * New rows of a poll wait for `showNew`.
 */
export function useLiveRows<Answer, Row extends ListRow>(props: Props<Answer, Row>): LiveRows {
  const { source, pageSize, isFirstPage, updatedAt, isOld, pollMs } = props;
  const { queryKey, load, rowsOf, withRows } = source;
  const client = useQueryClient();
  const key = JSON.stringify([queryKey, updatedAt]);
  const [waiting, setWaiting] = useState<Waiting<Answer> | null>(null);
  const [turn, setTurn] = useState(0);
  const current = waiting?.key === key ? waiting : null;
  const used = useRef<{ pointer: string | null; focus: string | null }>({ pointer: null, focus: null });

  function settle({ answer, isFirst }: Pick<Waiting<Answer>, 'answer' | 'isFirst'>) {
    const old = client.getQueryData<Answer>(queryKey);
    // A change that is not rendered yet may be newer than the answer.
    if (old === undefined || client.getQueryState(queryKey)?.dataUpdatedAt !== updatedAt) return;
    const shown = rowsOf(old);
    const latest = rowsOf(answer);
    const anchor = shown.findLastIndex((row) =>
      [used.current.pointer, used.current.focus].includes(idOf(row)),
    );
    const anchorRow = shown[anchor];
    const isAnchorListed = anchorRow !== undefined && latest.some((row) => idOf(row) === idOf(anchorRow));
    if (isFirst && !isAnchorListed) {
      setWaiting(null);
      client.setQueryData(queryKey, answer);
      return;
    }
    const { rows, removedIds, newRows } = mergeRows(shown, latest, { anchor, pageSize, isFirstPage });
    client.setQueryData(queryKey, withRows(answer, rows), { updatedAt });
    setWaiting({ answer, isFirst, key, removedIds, newRows });
  }

  const onAnswer = useEffectEvent(settle);
  const asksAtOnce = useRef(isOld);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the page and its rows
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async ({ isFirst }: { isFirst: boolean }) => {
      if (!focusManager.isFocused() && !isFirst) return;
      // A failure says nothing: the next answer comes soon.
      const answer = await load(signal).catch(() => null);
      if (signal.aborted) return;
      if (answer) onAnswer({ answer, isFirst });
      // The screen says why the old rows stay, and has Retry.
      else if (isFirst) void client.refetchQueries({ queryKey, exact: true });
    };
    if (asksAtOnce.current) void ask({ isFirst: turn === 0 });
    asksAtOnce.current = false;
    const timer = pollMs === null ? undefined : setInterval(() => void ask({ isFirst: false }), pollMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [pollMs, key, turn]);

  function use(by: 'pointer' | 'focus', element: EventTarget | null) {
    const row = element instanceof Element ? rowIdOf(element) : null;
    if (row === used.current[by]) return;
    used.current[by] = row;
    if (current) settle(current);
  }

  return {
    refresh: () => {
      // Rows that load for the first time are asked for again.
      if (client.getQueryData(queryKey) === undefined) {
        void client.invalidateQueries({ queryKey, exact: true });
        return;
      }
      asksAtOnce.current = true;
      setTurn((last) => last + 1);
    },
    removedIds: current?.removedIds ?? none,
    newRows: current && !current.isFirst ? current.newRows : 0,
    showNew: () => {
      if (current) client.setQueryData(queryKey, current.answer);
      // The button is removed.
      focusHeading();
    },
    frame: {
      onPointerOver: ({ target }) => use('pointer', target),
      onPointerLeave: () => use('pointer', null),
      onFocus: ({ target }) => use('focus', target),
      onBlur: ({ relatedTarget }) => {
        // A window that loses the focus gets it back.
        if (document.hasFocus()) use('focus', relatedTarget);
      },
    },
  };
}

function rowIdOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}
