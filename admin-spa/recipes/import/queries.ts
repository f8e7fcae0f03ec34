import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { InferOutput } from 'valibot';
import { call } from '#client/call.ts';
import {
  chooseForDuplicates,
  type DuplicateChoice,
  discardImport,
  type ImportRowFilter,
  type ImportState,
  listImportRows,
  listImports,
  readImport,
  readImportFiles,
  startImport,
  stopImport,
  undoImport,
} from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { pollInterval } from '../../ui/background/queries.ts';

const importsKey = ['recipe-imports'] as const;

/** Returns whether the server works on it. */
export function isServerWorking(state: ImportState): boolean {
  return state === 'reading' || state === 'importing' || state === 'undoing';
}

/** Asks again while the server works on it and the tab is visible. */
export function importQuery(importId: number | null) {
  return queryOptions({
    queryKey: [...importsKey, 'one', importId] as const,
    queryFn:
      importId === null ? skipToken : ({ signal }) => call(readImport, { parameters: { importId }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval({ isWanted: data !== undefined && isServerWorking(data.data.state), error }),
  });
}

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'] as const,
  queryFn: ({ signal }) => call(listImports, { signal }),
  refetchInterval: ({ state: { data, error } }) =>
    pollInterval({ isWanted: data?.data.some(({ state }) => isServerWorking(state)) ?? false, error }),
});

type Rows = { importId: number; state: ImportState; page: number; show: ImportRowFilter };

const importRowsKey = [...importsKey, 'rows'] as const;

/** The rows change with the state of their import. */
export function importRowsQuery({ importId, state, page, show }: Rows) {
  return queryOptions({
    queryKey: [...importRowsKey, importId, state, page, show] as const,
    queryFn: ({ signal }) =>
      call(listImportRows, { parameters: { importId }, query: { page, show }, signal }),
  });
}

type ImportAnswer = InferOutput<typeof readImport.answer>;

const endpoints = {
  read: readImportFiles,
  start: startImport,
  stop: stopImport,
  undo: undoImport,
  discard: discardImport,
} as const;
export type ImportAction = keyof typeof endpoints;

/** A pending answer may be older than the change. */
export async function applyImport(client: QueryClient, answer: ImportAnswer): Promise<void> {
  const { queryKey } = importQuery(answer.data.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
}

export function importActionMutation(client: QueryClient, importId: number) {
  return mutationOptions({
    mutationFn: (action: ImportAction) => call(endpoints[action], { parameters: { importId } }),
    onSuccess: (answer, action) => (action === 'discard' ? undefined : applyImport(client, answer)),
    onError: (error) => {
      toast.error(errorMessage(error));
      // A colleague may have been faster.
      void client.invalidateQueries({ queryKey: importQuery(importId).queryKey });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
}

/** A choice without `row` is for all duplicates. */
type Choice = { readonly row?: number; readonly choice: DuplicateChoice };

export function chooseMutation(client: QueryClient, importId: number) {
  return mutationOptions({
    mutationFn: (body: Choice) => call(chooseForDuplicates, { parameters: { importId }, body }),
    onSuccess: async (answer) => {
      await applyImport(client, answer);
      await client.invalidateQueries({ queryKey: importRowsKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: importQuery(importId).queryKey }),
  });
}
