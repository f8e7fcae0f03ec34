import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readUserValues } from '#contract/users/values.ts';
import { userValuesKey } from '../queries.ts';

/** Only if the server offers the filters. */
export const userValuesQuery = queryOptions({
  queryKey: userValuesKey,
  queryFn: ({ signal }) => call(readUserValues, { signal }),
});
