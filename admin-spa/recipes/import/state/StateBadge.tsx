import type { ImportResult, ImportState } from '#contract/recipes/imports.ts';
import { filterLabels } from '../import-texts.ts';

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

const resultTones: Readonly<Record<ImportResult, Tone>> = {
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
