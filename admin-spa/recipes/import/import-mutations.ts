import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { InferOutput } from 'valibot';
import { call } from '#client/call.ts';
import {
  chooseForDuplicates,
  type DuplicateChoice,
  discardImport,
  type readImport,
  readImportFiles,
  startImport,
  stopImport,
  undoImport,
} from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { importQuery, importRowsKey, importsQuery } from './import-queries.ts';

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
