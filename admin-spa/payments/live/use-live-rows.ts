import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { FailedPayments } from '#contract/payments/list.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { focusHeading } from '../../ui/navigation/use-heading-focus.ts';
import { failedPaymentsQuery, loadFailedPayments } from '../queries.ts';
import { mergeRows } from './merge-rows.ts';

const POLL_MS = 30_000;

type Props = {
  state: ListState;
  /** When the rows were loaded or changed here: an answer from before is of no use. */
  updatedAt: number;
  isWanted: boolean;
  /** The rows are from an earlier visit: it asks at once. Counts when the list opens. */
  isOld: boolean;
  frame: RefObject<HTMLElement | null>;
};

type Waiting = {
  answer: FailedPayments;
  key: string;
  removedIds: ReadonlySet<string>;
  newRows: number;
};

const none: ReadonlySet<string> = new Set();

/**
 * Asks for the list again while the tab is visible. Shows at once what moves no row under the pointer or the focus; the
 * rest waits until they have left it. New rows wait for `showNew`.
 */
export function useLiveRows({ state, updatedAt, isWanted, isOld, frame }: Props) {
  const client = useQueryClient();
  const { queryKey } = failedPaymentsQuery(state);
  const key = JSON.stringify([queryKey, updatedAt]);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [turn, setTurn] = useState(0);
  const current = waiting?.key === key ? waiting : null;
  const pointer = useRef<string | null>(null);

  function settle(answer: FailedPayments) {
    const shown = client.getQueryData<FailedPayments>(queryKey)?.data.payments;
    if (!shown) return;
    const { rows, removedIds, newRows } = mergeRows(shown, answer.data.payments, {
      anchor: lastIndexOf(shown, [pointer.current, focusedRow(frame.current)]),
      pageSize: state.pageSize,
      // By the last check or the deadline, rows move between pages.
      isFirstPage: state.page === 1 && !['checked', 'deadline'].includes(state.filters.sort ?? ''),
    });
    client.setQueryData(queryKey, { ...answer, data: { payments: rows } }, { updatedAt });
    setWaiting((old) => {
      const isSame = old?.answer === answer && old.key === key && old.removedIds.size === removedIds.size;
      return isSame ? old : { answer, key, removedIds, newRows };
    });
  }

  const asksAtOnce = useRef(isOld);
  const latest = useRef({ settle, current });
  latest.current = { settle, current };
  const settleWaiting = () => {
    const { current: unsettled, settle: settleLatest } = latest.current;
    if (unsettled) settleLatest(unsettled.answer);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list and its rows
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return true;
      // A failure says nothing: the next answer comes soon.
      const answer = await loadFailedPayments(state, signal).catch(() => null);
      if (answer && !signal.aborted) latest.current.settle(answer);
      return answer !== null || signal.aborted;
    };
    if (asksAtOnce.current) {
      // The screen says why the old rows stay, and has Retry.
      void ask().then((isAnswered) => {
        if (!isAnswered) void client.refetchQueries({ queryKey, exact: true });
      });
    }
    asksAtOnce.current = false;
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isWanted, key, turn]);

  return {
    /** Asks at once. */
    refresh: () => {
      asksAtOnce.current = true;
      setTurn((last) => last + 1);
    },
    /** Ids of rows that have left the list, and wait. */
    removedIds: current?.removedIds ?? none,
    newRows: current?.newRows ?? 0,
    showNew: () => {
      if (current) client.setQueryData(queryKey, current.answer);
      // The button is removed.
      focusHeading();
    },
    onPointerOver: ({ target }: PointerEvent) => {
      const row = target instanceof Element ? rowIdOf(target) : null;
      if (row === pointer.current) return;
      pointer.current = row;
      settleWaiting();
    },
    onPointerLeave: () => {
      pointer.current = null;
      settleWaiting();
    },
    /** By then the focus is elsewhere. */
    onBlur: () => void setTimeout(settleWaiting),
  };
}

function focusedRow(frame: HTMLElement | null): string | null {
  const { activeElement } = document;
  return activeElement && frame?.contains(activeElement) ? rowIdOf(activeElement) : null;
}

function rowIdOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}

function lastIndexOf(rows: readonly { id: string | number }[], ids: readonly (string | null)[]): number {
  return rows.findLastIndex(({ id }) => ids.includes(String(id)));
}
