import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import type { Row, Rows, RowsChange } from '../state/rows.ts';
import { type Errors, inputName } from '../state/validate.ts';
import type { Announce } from '../use-announcer.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { type RowActions, rowActions } from './row-actions.ts';
import type { RowKind } from './row-kinds.tsx';

type Props<Value> = {
  kind: RowKind<Value>;
  rows: Rows<Value>;
  errors: Errors;
  /** Stays the same function on every render. */
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
          {`Paste ${kind.plural}`}
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
          {`Add ${kind.noun}`}
        </button>
        {removed.length > 0 && (
          <button type="button" className="secondary" onClick={actions.undo}>
            {`Undo remove ${kind.noun}`}
          </button>
        )}
      </div>
      <PasteDialog kind={kind} pasted={pasted} onAdd={addPasted} onClose={() => setPasted(null)} />
    </Card>
  );
}

// memo() loses the type parameter.
export const RowList = memo(RowListOf) as typeof RowListOf;

type RowItemProps<Value> = {
  kind: RowKind<Value>;
  row: Row<Value>;
  index: number;
  isLast: boolean;
  /** Undefined if this row has none. */
  errors: Errors | undefined;
  actions: RowActions<Value>;
};

function RowItemOf<Value>({ kind, row, index, isLast, errors, actions }: RowItemProps<Value>) {
  const { id, value } = row;
  const number = index + 1;
  const nameOf = (part: string) => inputName(kind.list, id, part);
  return (
    <li
      className={`row ${kind.list}`}
      onKeyDown={(event) => actions.press(id, event)}
      onPaste={(event) => actions.paste(id, event)}
    >
      <span
        className="handle"
        aria-hidden="true"
        title="Drag to move"
        onPointerDown={(event) => actions.drag(id, event)}
      >
        {number}
      </span>
      <div className="inputs">
        {kind.renderInputs({
          value,
          label: `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)} ${number}`,
          nameOf,
          errorOf: (part) => errors?.[nameOf(part)],
          onEdit: (edited) => actions.edit(id, edited),
        })}
      </div>
      <div className="row-buttons">
        <button
          type="button"
          className="secondary"
          aria-label={`Move ${kind.noun} ${number} up`}
          aria-disabled={index === 0 || undefined}
          onClick={() => actions.move(id, index - 1)}
        >
          <span aria-hidden="true">↑</span>
        </button>
        <button
          type="button"
          className="secondary"
          aria-label={`Move ${kind.noun} ${number} down`}
          aria-disabled={isLast || undefined}
          onClick={() => actions.move(id, index + 1)}
        >
          <span aria-hidden="true">↓</span>
        </button>
        <button
          type="button"
          className="secondary"
          aria-label={`Remove ${kind.noun} ${number}`}
          onClick={() => actions.remove(id)}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </li>
  );
}

// memo() loses the type parameter.
const RowItem = memo(RowItemOf) as typeof RowItemOf;
