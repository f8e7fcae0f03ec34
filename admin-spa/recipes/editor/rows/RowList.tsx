import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Card } from '../../../ui/card/Card.tsx';
import type { Rows, RowsChange } from '../state/rows.ts';
import { type Errors, inputName } from '../state/validate.ts';
import type { Announce } from '../use-announcer.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { RowItem } from './RowItem.tsx';
import { rowActions } from './row-actions.ts';
import type { RowKind } from './row-kinds.tsx';

type Props<Value> = {
  kind: RowKind<Value>;
  rows: Rows<Value>;
  errors: Errors;
  /** The same function on every render. */
  change: (change: RowsChange<Value>) => void;
  announce: Announce;
};

/** Pasted text, and the row that it goes after. */
type Pasted = { text: string; rowId: number | null };

function RowListOf<Value>({ kind, rows, errors, change, announce }: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const latest = useRef(rows);
  const focusIndex = useRef<number | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  latest.current = rows;
  const { items, removed } = rows;

  const actions = useMemo(
    () =>
      rowActions({
        kind,
        rows: () => latest.current,
        list: () => list.current,
        change,
        announce,
        focusRow: (index) => {
          focusIndex.current = index;
        },
        openPaste: (rowId, text) => setPasted({ rowId, text }),
      }),
    [kind, change, announce],
  );

  useLayoutEffect(() => {
    if (focusIndex.current === null) return;
    const row = list.current?.children[Math.min(focusIndex.current, items.length - 1)];
    focusIndex.current = null;
    const input = row?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    if (!input) return addButton.current?.focus();
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [items]);

  function addPasted(values: readonly Value[]) {
    const at = items.findIndex((row) => row.id === pasted?.rowId);
    const index = at < 0 ? items.length - 1 : at;
    const target = items[index];
    const replaced = target && kind.isBlank(target.value) ? 1 : 0;
    const start = index + 1 - replaced;
    change({ type: 'insert', index: start, values, replaced });
    focusIndex.current = start + values.length - 1;
    announce(`${values.length} ${values.length === 1 ? kind.noun : kind.plural} added`);
  }

  const wrongNames = Object.keys(errors);
  const ownErrors = (rowId: number) => {
    const prefix = inputName(kind.list, rowId, '');
    return wrongNames.some((name) => name.startsWith(prefix)) ? errors : undefined;
  };
  const listError = errors[kind.plural];
  return (
    <Card
      title={kind.title}
      titleId={`${id}-title`}
      action={
        <button type="button" className="secondary" onClick={() => setPasted({ text: '', rowId: null })}>
          Paste {kind.plural}
        </button>
      }
    >
      {listError && <p className="problem">{listError}</p>}
      <ol ref={list} className="rows">
        {items.map((row, index) => (
          <RowItem
            key={row.id}
            kind={kind}
            row={row}
            index={index}
            isLast={index === items.length - 1}
            errors={ownErrors(row.id)}
            actions={actions}
          />
        ))}
      </ol>
      <div className="choices">
        <button ref={addButton} type="button" className="secondary" onClick={actions.append}>
          Add {kind.noun}
        </button>
        {removed.length > 0 && (
          <button type="button" className="secondary" onClick={actions.undo}>
            Undo remove {kind.noun}
          </button>
        )}
      </div>
      <PasteDialog kind={kind} pasted={pasted} onAdd={addPasted} onClose={() => setPasted(null)} />
    </Card>
  );
}

// memo() loses the type parameter.
export const RowList = memo(RowListOf) as typeof RowListOf;
