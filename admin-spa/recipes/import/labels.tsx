import {
  type ImportRecord,
  type ImportResult,
  type ImportRowFilter,
  type ImportState,
  importResults,
} from '#contract/recipes/imports.ts';
import { formatCount } from '../../ui/format/format.ts';

type Counts = ImportRecord['counts'];

const listFormat = new Intl.ListFormat('en-US');

/** Returns, for instance, `1 recipe` or `1,200 recipes`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** Counts the recipes that a start would write. */
export function plannedRecipes({ planned }: Counts): number {
  return planned.create + planned.both + planned.replace;
}

/** What a start would do, for instance `create 3 recipes as drafts, replace 1, and skip 2`. */
export function planText({ planned }: Counts): string {
  const created = planned.create + planned.both;
  return listFormat.format([
    ...(created > 0
      ? [`create ${countText(created, 'recipe')} as ${created === 1 ? 'a draft' : 'drafts'}`]
      : []),
    ...(planned.replace > 0 ? [`replace ${formatCount(planned.replace)}`] : []),
    ...(planned.skip > 0 ? [`skip ${formatCount(planned.skip)}`] : []),
  ]);
}

export const filterLabels: Readonly<Record<ImportRowFilter, string>> = {
  all: 'All',
  problems: 'With problems',
  duplicates: 'Duplicates',
  pending: 'Not imported yet',
  invalid: 'Can’t be imported',
  created: 'Created',
  replaced: 'Replaced',
  skipped: 'Skipped',
  failed: 'Failed',
  undone: 'Undone',
  kept: 'Kept',
};

/** The results that an import has, for instance `3 created, 1 skipped`; '' without one. */
export function resultsText(counts: Counts): string {
  return importResults
    .filter((result) => result !== 'pending' && counts[result] > 0)
    .map((result) => `${formatCount(counts[result])} ${filterLabels[result].toLowerCase()}`)
    .join(', ');
}

/** What an undo leaves alone, and why. */
export function keptText(changedSince: number): string {
  return changedSince === 1
    ? 'One of these recipes was changed or published since then, so it will stay as it is.'
    : `${formatCount(changedSince)} of these recipes were changed or published since then, so they will stay as they are.`;
}

/** The rows that the running work has finished, and all that it works on. */
export function progressOf({ state, counts }: ImportRecord): { done: number; total: number } {
  const { created, replaced, skipped, failed, undone, kept, pending } = counts;
  if (state === 'undoing') return { done: undone + kept, total: undone + kept + created + replaced };
  const done = created + replaced + skipped + failed;
  return { done, total: done + pending };
}

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

const STEP_PERCENT = 10;

/** Is read by screen readers. It changes with the state and with every tenth of the work, not with each row. */
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

type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

const states: Readonly<Record<ImportState, readonly [Tone, string]>> = {
  uploading: ['waiting', 'Uploading'],
  reading: ['waiting', 'Reading'],
  ready: ['waiting', 'Ready'],
  importing: ['waiting', 'Importing'],
  stopped: ['waiting', 'Stopped'],
  done: ['good', 'Done'],
  undoing: ['waiting', 'Undoing'],
  undone: ['quiet', 'Undone'],
  failed: ['bad', 'Failed'],
};

export function StateBadge({ state }: { state: ImportState }) {
  const [tone, label] = states[state];
  return (
    <span className="badge" data-tone={tone}>
      {label}
    </span>
  );
}

export const resultTones: Readonly<Record<ImportResult, Tone>> = {
  pending: 'waiting',
  invalid: 'bad',
  created: 'good',
  replaced: 'good',
  skipped: 'quiet',
  failed: 'bad',
  undone: 'quiet',
  kept: 'waiting',
};

export function ResultBadge({ result }: { result: ImportResult }) {
  return (
    <span className="badge" data-tone={resultTones[result]}>
      {filterLabels[result]}
    </span>
  );
}
