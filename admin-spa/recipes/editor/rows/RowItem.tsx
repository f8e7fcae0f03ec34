import { type ClipboardEvent, type KeyboardEvent, memo, type PointerEvent } from 'react';
import type { Row } from '../state/rows.ts';
import { type Errors, inputName } from '../state/validate.ts';
import type { RowKind } from './row-kinds.tsx';

/** The same object on every render, so that typing renders one row only. */
export type RowActions<Value> = {
  readonly edit: (id: number, value: Value) => void;
  readonly move: (id: number, to: number) => void;
  readonly remove: (id: number) => void;
  readonly press: (id: number, event: KeyboardEvent<HTMLElement>) => void;
  readonly paste: (id: number, event: ClipboardEvent<HTMLElement>) => void;
  readonly drag: (id: number, event: PointerEvent<HTMLElement>) => void;
};

type Props<Value> = {
  kind: RowKind<Value>;
  row: Row<Value>;
  index: number;
  isLast: boolean;
  /** Undefined if this row has none. */
  errors: Errors | undefined;
  actions: RowActions<Value>;
};

function RowItemOf<Value>({ kind, row, index, isLast, errors, actions }: Props<Value>) {
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
export const RowItem = memo(RowItemOf) as typeof RowItemOf;
