import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readTimeline, type TimelineEntry } from '#contract/purchases/timeline.ts';
import { timelineKey } from '../payment-queries.ts';

/** While a store is being asked for the first time. */
const POLL_MS = 2_000;
const MAX_POLLS = 15;

export type LoadedTimeline = { entries: TimelineEntry[]; hasOlder: boolean };

/**
 * Only if the provider offers the feature. The newest entries, as `pages` pages: all of them are loaded again, so that
 * none is missing between them. `isNew`: until the first answer of its store, it asks again.
 */
export function timelineQuery(
  purchaseId: string | number,
  { pages, isNew }: { pages: number; isNew: boolean },
) {
  return queryOptions({
    queryKey: [...timelineKey, String(purchaseId), pages],
    // The entries before stay while older ones load.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LoadedTimeline> => {
      const entries: TimelineEntry[] = [];
      let before: string | null = null;
      for (let page = 0; page < pages; page += 1) {
        const query: { before?: string } = before === null ? {} : { before };
        const { data } = await call(readTimeline, { parameters: { purchaseId }, query, signal });
        entries.push(...data.entries);
        before = data.older;
        if (before === null) break;
      }
      return { entries, hasOlder: before !== null };
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const hasAnswer = data?.entries.some(({ kind }) => kind === 'question') ?? false;
      return isNew && !hasAnswer && dataUpdateCount < MAX_POLLS ? POLL_MS : false;
    },
  });
}
