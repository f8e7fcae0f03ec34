import { useEffect, useRef } from 'react';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { ComparedLines, linesOf } from '../../ComparedLines.tsx';
import { fieldLabels } from '../../field-labels.ts';
import { differingFields, type FormField, type RecipeForm } from '../state/recipe-form.ts';

/** A stale save: what another administrator saved, and what was typed here then. */
export type Stale = {
  readonly conflict: RecipeConflict;
  readonly theirs: RecipeForm;
  readonly mine: RecipeForm;
};

type Props = {
  stale: Stale;
  /** The form as it is now. */
  form: RecipeForm;
  onChoose: (field: FormField, whose: 'mine' | 'theirs') => void;
};

export function ConflictPanel({ stale, form, onChoose }: Props) {
  const { conflict, theirs, mine } = stale;
  const panel = useRef<HTMLElement>(null);
  // Each conflict takes the focus, because another save may have come first again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new conflict is shown in the same panel
  useEffect(() => panel.current?.focus(), [conflict]);

  const taken = (field: FormField) => !differingFields(form, theirs).includes(field);
  const renderChoice = (field: FormField, whose: 'mine' | 'theirs') => (
    <button
      type="button"
      className="secondary"
      aria-pressed={taken(field) === (whose === 'theirs')}
      onClick={() => onChoose(field, whose)}
    >
      <span>{whose === 'mine' ? 'Keep mine' : 'Take theirs'}</span>
      <span className="visually-hidden">{`: ${fieldLabels[field]}`}</span>
    </button>
  );
  const columns: readonly Column<FormField>[] = [
    { title: 'Field', isRowHeader: true, cell: (field) => fieldLabels[field] },
    {
      title: 'Theirs',
      kind: 'text',
      cell: (field) => <ComparedLines isShort lines={linesOf(theirs, field)} others={linesOf(mine, field)} />,
    },
    {
      title: 'Yours',
      kind: 'text',
      cell: (field) => <ComparedLines isShort lines={linesOf(mine, field)} others={linesOf(theirs, field)} />,
    },
    {
      title: 'Save',
      kind: 'actions',
      cell: (field) => (
        <div className="choices">
          {renderChoice(field, 'mine')}
          {renderChoice(field, 'theirs')}
        </div>
      ),
    },
  ];
  const fields = differingFields(mine, theirs);
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-labelledby="conflict-title">
      <h2 id="conflict-title">
        <bdi>{conflict.changedBy ?? 'Another administrator'}</bdi> saved first, on{' '}
        <When at={conflict.changedAt} hasTime />
      </h2>
      <p>
        {`Your changes aren’t saved yet, and nothing is lost. Fields you didn’t change show their values. ${
          fields.length > 0
            ? 'Choose for each of the others, then save.'
            : 'Nothing else differs: save again.'
        }`}
      </p>
      {fields.length > 0 && (
        <FramedTable
          columns={columns}
          rows={fields}
          keyOf={(field) => field}
          className="records narrow"
          labelledBy="conflict-title"
        />
      )}
    </section>
  );
}
