import { useId } from 'react';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { Card } from '../../../ui/Card.tsx';
import { AllDuplicates } from '../Duplicates.tsx';
import { countText, plannedRecipes, planText, stateTitles } from '../labels.tsx';
import { DiscardButton, type useImportAction } from './actions.tsx';

type Props = { record: ImportRecord; action: ReturnType<typeof useImportAction> };

/** Shows what a start would do. Nothing is stored before. */
export function DryRun({ record, action: { act, acting } }: Props) {
  const id = useId();
  const { counts } = record;
  const recipes = plannedRecipes(counts);
  const isBlocked = recipes === 0;
  return (
    <Card title={stateTitles.ready} titleId={`${id}-title`}>
      <AllDuplicates record={record} />
      <p id={`${id}-plan`}>
        {`Nothing has been stored yet. ${planSentence(record)}${counts.invalid > 0 ? ` ${countText(counts.invalid, 'row')} can’t be imported.` : ''}`}
      </p>
      <div className="choices">
        <button
          type="button"
          aria-disabled={isBlocked || acting !== null || undefined}
          aria-describedby={`${id}-plan`}
          onClick={() => isBlocked || act('start')}
        >
          {acting === 'start' ? 'Starting…' : `Import ${countText(recipes, 'recipe')}`}
        </button>
        <DiscardButton isBusy={acting === 'discard'} discard={() => act('discard')} />
      </div>
    </Card>
  );
}

function planSentence({ counts }: ImportRecord): string {
  if (plannedRecipes(counts) > 0) return `The import will ${planText(counts)}.`;
  return counts.pending > 0
    ? 'There’s nothing to import: every recipe would be skipped.'
    : 'There’s nothing to import: no recipe could be read.';
}
