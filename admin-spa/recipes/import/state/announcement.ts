import type { ImportRecord } from '#contract/recipes/imports.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { countText, progressOf, resultsText } from '../import-texts.ts';

const STEP_PERCENT = 10;

/** For screen readers: changes with the state and with every tenth of the work, not with each row. */
export function announcementOf(record: ImportRecord): string {
  const { counts } = record;
  switch (record.state) {
    case 'uploading':
      return '';
    case 'reading':
      return 'Reading the files.';
    case 'ready':
      return `The files are read: ${countText(counts.rows, 'recipe')}. Nothing has been stored yet.`;
    case 'importing':
    case 'undoing':
      return `${record.state === 'importing' ? 'Importing' : 'Undoing'}: ${percentText(record)}.`;
    case 'failed':
      return `The import failed. ${record.message ?? ''}`;
    case 'stopped':
    case 'done':
    case 'undone':
      return `The import is ${record.state}: ${resultsText(counts)}.`;
  }
}

function percentText(record: ImportRecord): string {
  const { done, total } = progressOf(record);
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total / STEP_PERCENT) * STEP_PERCENT;
  return `${percent}% of ${formatCount(total)}`;
}
