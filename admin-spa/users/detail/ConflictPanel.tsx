import { useEffect, useRef } from 'react';
import type { User } from '#contract/users/records.ts';
import type { Conflict } from '#contract/users/update.ts';
import { fieldLabel, valueLabel } from '../../audit/labels.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/Table.tsx';
import type { Edits } from './edits.ts';

type Props = { conflict: Conflict; edits: Edits; isBusy: boolean; onTakeTheirs: () => void };

/** Compares what another administrator saved with what was typed, until one is chosen. */
export function ConflictPanel({ conflict, edits, isBusy, onTakeTheirs }: Props) {
  const panel = useRef<HTMLElement>(null);
  // Each conflict takes the focus, because another save may have come first again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new conflict is shown in the same panel
  useEffect(() => panel.current?.focus(), [conflict]);
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-labelledby="conflict-title">
      <h2 id="conflict-title">
        <bdi>{conflict.changedBy ?? 'The user'}</bdi> saved first, on <When at={conflict.changedAt} hasTime />
      </h2>
      <p>Your changes aren’t saved yet, and nothing is lost. Fields you didn’t change show their values.</p>
      <Table
        columns={columnsOf(conflict, edits)}
        rows={comparedFields(conflict, edits)}
        keyOf={(field) => field}
        className="records narrow"
        labelledBy="conflict-title"
      />
      <div className="choices">
        <button type="submit" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Keep mine'}
        </button>
        <button
          type="button"
          className="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || onTakeTheirs()}
        >
          Take theirs
        </button>
      </div>
    </section>
  );
}

function columnsOf(conflict: Conflict, edits: Edits): readonly Column<string>[] {
  return [
    { title: 'Field', isRowHeader: true, cell: fieldLabel },
    {
      title: 'Theirs',
      kind: 'address',
      cell: (field) => <bdi>{valueLabel(field, valueIn(conflict.current, field))}</bdi>,
    },
    {
      title: 'Yours',
      kind: 'address',
      cell: (field) =>
        isTyped(edits, field) ? (
          <bdi>{valueLabel(field, edits[field] ?? null)}</bdi>
        ) : (
          <span className="muted">Not changed</span>
        ),
    },
  ];
}

/** Lists the fields that either changed, theirs first. */
function comparedFields({ fields }: Conflict, edits: Edits): string[] {
  return [...new Set([...fields, ...Object.keys(edits)])];
}

function isTyped(edits: Edits, field: string): field is keyof Edits {
  return Object.hasOwn(edits, field);
}

function valueIn(user: User, field: string): string | null {
  const entry = Object.entries(user).find(([name]) => name === field);
  return entry?.[1] == null ? null : String(entry[1]);
}
