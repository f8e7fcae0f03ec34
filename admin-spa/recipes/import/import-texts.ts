import { type ImportRecord, type ImportRowFilter, importResults } from '#contract/recipes/imports.ts';
import { formatCount } from '../../ui/format/format.ts';

type Counts = ImportRecord['counts'];

const list = new Intl.ListFormat('en-US');

/** `1 recipe`, `1,200 recipes`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** How many recipes a start would write. */
export function plannedRecipes({ planned }: Counts): number {
  return planned.create + planned.both + planned.replace;
}

/** What a start would do, for instance `create 3 recipes as drafts, replace 1, and skip 2`. */
export function planText({ planned }: Counts): string {
  const created = planned.create + planned.both;
  return list.format([
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
