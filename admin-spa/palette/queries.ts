import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { search } from '#contract/search.ts';

/** Records that contain the text; nothing is asked for ''. */
export function searchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['search', keyword],
    queryFn: ({ signal }) => call(search, { query: { keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
}
