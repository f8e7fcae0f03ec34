import { useEffect, useState } from 'react';
import { Paging } from './list/paging.tsx';

export const ROWS_PER_CARD = 20;

/** The wanted page of a card. It is not in the address. */
export type CardPage = { readonly page: number; readonly change: (page: number) => void };

/** `page` is the number of the page. Without a total it holds every row. */
export type PageAnswer = {
  readonly page: number;
  readonly total?: number | null | undefined;
  readonly totalIsMinimum?: boolean | undefined;
};

export function useCardPage(): CardPage {
  const [page, change] = useState(1);
  return { page, change };
}

/** The rows of an answer. A page that lost its last row gives way to the one before. */
export function usePageRows<Row>(
  { page, change }: CardPage,
  answer: PageAnswer | undefined,
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const isBeyondEnd = rows?.length === 0 && page > 1 && answer?.page === page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page turns out to be empty
  useEffect(() => {
    if (isBeyondEnd) change(page - 1);
  }, [isBeyondEnd]);
  return isBeyondEnd ? undefined : rows;
}

type Props = { label: string; pages: CardPage; answer: PageAnswer | undefined; rows: number };

/** It shows nothing for a single page. */
export function CardPaging({ label, pages: { page, change }, answer, rows }: Props) {
  const total = answer?.total ?? null;
  if (!answer || total === null || (total <= ROWS_PER_CARD && page === 1)) return null;
  const isMinimum = answer.totalIsMinimum ?? false;
  const toState = (number: number) => ({ page: number, pageSize: ROWS_PER_CARD, keyword: '', filters: {} });
  return (
    <Paging
      label={label}
      state={toState(page)}
      current={{ state: toState(answer.page), total, isMinimum, rows }}
      change={(next) => next.page !== undefined && change(next.page)}
    />
  );
}
