import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readCourtesy } from '#contract/users/courtesy.ts';

/** Only if the server offers the feature. */
export function courtesyQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'courtesy', userId],
    queryFn: ({ signal }) => call(readCourtesy, { parameters: { userId }, signal }),
  });
}

/** dd/mm/yyyy of a day as `YYYY-MM-DD`, which has no time zone. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}
