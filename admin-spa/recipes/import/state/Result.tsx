import { useId } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { type ImportRecord, importResults } from '#contract/recipes/imports.ts';
import { routes } from '../../../routes.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { When } from '../../../ui/format/When.tsx';
import { AllDuplicates } from '../Duplicates.tsx';
import { importAddress } from '../import-address.ts';
import { filterLabels, plannedRecipes, planText, resultTones, stateTitles } from '../labels.tsx';
import { DiscardButton, UndoButton, type useImportAction } from './actions.tsx';

type Props = {
  record: ImportRecord;
  action: ReturnType<typeof useImportAction>;
};

/** Shows the result of an import that has ended, for now or for good. */
export function Result({ record, action: { act, acting } }: Props) {
  const can = useCan();
  const id = useId();
  const { state, counts, message, canStart, undoUntil } = record;
  const hasStored = counts.created + counts.replaced + counts.undone + counts.kept > 0;
  const drafts = `${routes.recipes}${can('recipes:filter') ? '?state=draft' : ''}`;
  return (
    <Card title={stateTitles[state]} titleId={`${id}-title`}>
      {message && <p className="problem">{message}</p>}
      <ResultNumbers record={record} />
      {state === 'stopped' && <AllDuplicates record={record} />}
      {canStart && counts.pending > 0 && (
        <p>
          {plannedRecipes(counts) > 0 || counts.planned.skip > 0
            ? `Continuing will ${planText(counts)}.`
            : 'Nothing is left to import.'}
        </p>
      )}
      {counts.created > 0 && (
        <p>
          New recipes are drafts until you publish them. <Link href={drafts}>See the drafts</Link>
        </p>
      )}
      {undoUntil !== null && (
        <p className="muted">
          This import can be undone until <When at={undoUntil} hasTime />.
        </p>
      )}
      <div className="choices">
        {canStart && (
          <button type="button" aria-disabled={acting !== null || undefined} onClick={() => act('start')}>
            {acting === 'start' ? 'Starting…' : 'Continue'}
          </button>
        )}
        {undoUntil !== null && (
          <UndoButton
            record={record}
            undoUntil={undoUntil}
            isBusy={acting === 'undo'}
            undo={() => act('undo')}
          />
        )}
        {state === 'failed' && !hasStored && (
          <DiscardButton isBusy={acting === 'discard'} discard={() => act('discard')} />
        )}
      </div>
    </Card>
  );
}

/** Each number leads to its rows below. */
function ResultNumbers({ record: { id, counts } }: { record: ImportRecord }) {
  const results = importResults.filter((result) => result !== 'pending' && counts[result] > 0);
  if (results.length === 0) return null;
  return (
    <ul className="result-numbers">
      {results.map((result) => (
        <li key={result} className="badge" data-tone={resultTones[result]}>
          <Link href={importAddress(id, result)}>
            {`${formatCount(counts[result])} ${filterLabels[result].toLowerCase()}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
