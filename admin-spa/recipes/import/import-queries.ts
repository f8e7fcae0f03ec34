import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import {
  type ImportRowFilter,
  type ImportState,
  listImportRows,
  listImports,
  readImport,
} from '#contract/recipes/imports.ts';
import { pollInterval } from '../../ui/feedback/poll-interval.ts';

const importsKey = ['recipe-imports'] as const;

/** The server works on it. */
export function isMoving(state: ImportState): boolean {
  return state === 'reading' || state === 'importing' || state === 'undoing';
}

/** Asks again while the server works on it and the tab is visible. */
export function importQuery(importId: number | null) {
  return queryOptions({
    queryKey: [...importsKey, 'one', importId] as const,
    queryFn:
      importId === null ? skipToken : ({ signal }) => call(readImport, { parameters: { importId }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval({ isWanted: data !== undefined && isMoving(data.data.state), error }),
  });
}

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'] as const,
  queryFn: ({ signal }) => call(listImports, { signal }),
  refetchInterval: ({ state: { data, error } }) =>
    pollInterval({ isWanted: data?.data.some(({ state }) => isMoving(state)) ?? false, error }),
});

type Rows = { importId: number; state: ImportState; page: number; show: ImportRowFilter };

export const importRowsKey = [...importsKey, 'rows'] as const;

/** The rows change with the state of their import. */
export function importRowsQuery({ importId, state, page, show }: Rows) {
  return queryOptions({
    queryKey: [...importRowsKey, importId, state, page, show] as const,
    queryFn: ({ signal }) =>
      call(listImportRows, { parameters: { importId }, query: { page, show }, signal }),
  });
}
