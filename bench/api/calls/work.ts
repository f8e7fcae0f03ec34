import { listBulkRetries, listRetryRows, startBulkRetry, stopBulkRetry } from '#contract/payments/bulk.ts';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { listBulkChanges, listBulkRows, startBulkChange, stopBulkChange } from '#contract/recipes/bulk.ts';
import * as imports from '#contract/recipes/imports.ts';
import { addChanges, addImports, addRetries } from '../prepare/work.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';

const CHOSEN_RECIPES = 200;

const add =
  (state: imports.ImportState) =>
  ({ db }: Side, count: number) =>
    addImports(db, { count, state });
const ofImport = (importId: number) => ({ parameters: { importId } });
const addChange = ({ db }: Side, count: number) => addChanges(db, { count, rows: CHOSEN_RECIPES });
const CHOSEN_PAYMENTS = 200;
const addRetry = ({ db }: Side, count: number) => addRetries(db, { count, rows: CHOSEN_PAYMENTS });
const ofRetry = (retryId: number) => ({ parameters: { retryId } });
const ofChange = (changeId: number) => ({ parameters: { changeId } });

/** A page with one recipe, as an import reads it. */
const page = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Bench',
  recipeIngredient: ['2 cups flour', '1 tsp salt'],
  recipeInstructions: ['Mix.', 'Bake.'],
});

export const workCalls: readonly Call[] = [
  call(startBulkChange, ({ samples: { published } }) => {
    const ids = published.slice(0, CHOSEN_RECIPES).map(({ id }) => id);
    return { body: { ids, selection: {}, expected: ids.length, change: { action: 'publish' } } };
  }),
  call(listBulkChanges, () => ({})),
  preparedCall(listBulkRows, addChange, (id, turn) => ({ ...ofChange(id), query: { page: 1 + (turn % 4) } })),
  preparedCall(stopBulkChange, addChange, ofChange),
  call(startBulkRetry, ({ samples: { payments } }) => {
    const ids = [...new Set(payments.slice(0, CHOSEN_PAYMENTS))];
    return { body: { ids, selection: {}, expected: ids.length, notes: RETRY_NOTES } };
  }),
  call(listBulkRetries, () => ({})),
  preparedCall(listRetryRows, addRetry, (id, turn) => ({ ...ofRetry(id), query: { page: 1 + (turn % 4) } })),
  preparedCall(stopBulkRetry, addRetry, ofRetry),
  call(imports.createImport, () => ({})),
  preparedCall(imports.uploadImportFile, add('uploading'), (importId) => ({
    parameters: { importId, name: 'soup.json' },
    body: Buffer.from(page),
  })),
  preparedCall(imports.readImportFiles, add('uploading'), ofImport),
  preparedCall(imports.readImport, add('ready'), ofImport),
  call(imports.listImports, () => ({})),
  preparedCall(imports.listImportRows, add('ready'), ofImport),
  preparedCall(imports.chooseForDuplicates, add('ready'), (importId) => ({
    ...ofImport(importId),
    body: { choice: 'both' },
  })),
  preparedCall(imports.startImport, add('ready'), ofImport),
  preparedCall(imports.stopImport, add('importing'), ofImport),
  preparedCall(imports.undoImport, add('done'), ofImport),
  preparedCall(imports.discardImport, add('ready'), ofImport),
];
