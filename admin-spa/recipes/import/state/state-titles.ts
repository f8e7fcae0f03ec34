import type { ImportState } from '#contract/recipes/imports.ts';

export const stateTitles: Readonly<Record<ImportState, string>> = {
  uploading: 'Choose files',
  reading: 'Reading the files',
  ready: 'What would be imported',
  importing: 'Importing',
  stopped: 'The import is stopped',
  done: 'The import is done',
  undoing: 'Undoing',
  undone: 'The import is undone',
  failed: 'The import failed',
};
