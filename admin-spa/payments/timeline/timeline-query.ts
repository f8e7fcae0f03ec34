import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readTimeline } from '#contract/purchases/timeline.ts';
import { timelineKey } from '../payment-queries.ts';

/** While a store is being asked for the first time. */
const POLL_MS = 2_000;
const MAX_POLLS = 15;

/** Only if the provider offers the feature. Page by page; `isNew`: until the first answer of its store, it asks again. */
export function timelineQuery(purchaseId: string | number, { isNew = false }: { isNew?: boolean } = {}) {
  return infiniteQueryOptions({
    queryKey: [...timelineKey, String(purchaseId)],
    queryFn: ({ signal, pageParam }) =>
      call(readTimeline, {
        parameters: { purchaseId },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.older,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const hasAnswer = data?.pages[0]?.data.entries.some(({ kind }) => kind === 'question') ?? false;
      return isNew && !hasAnswer && dataUpdateCount < MAX_POLLS ? POLL_MS : false;
    },
  });
}
