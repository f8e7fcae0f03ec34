/** Rows of a list keep their ids. Every change returns new rows. */
export type Row<Value> = { readonly id: number; readonly value: Value };

type Removed<Value> = { readonly row: Row<Value>; readonly index: number };

export type Rows<Value> = {
  readonly items: readonly Row<Value>[];
  /** The newest is last. */
  readonly removed: readonly Removed<Value>[];
  readonly nextId: number;
};

export type RowsChange<Value> =
  /** Puts rows at an index, in place of `replaced` rows. */
  | { readonly type: 'insert'; readonly index: number; readonly values: readonly Value[]; replaced?: number }
  | { readonly type: 'edit'; readonly id: number; readonly value: Value }
  /** An empty row needs no undo. */
  | { readonly type: 'remove'; readonly id: number; readonly isEmpty?: boolean }
  | { readonly type: 'move'; readonly id: number; readonly to: number }
  | { readonly type: 'undo' };

export function rowsOf<Value>(values: readonly Value[]): Rows<Value> {
  const none: Rows<Value> = { items: [], removed: [], nextId: 1 };
  return changeRows(none, { type: 'insert', index: 0, values });
}

export function valuesOf<Value>({ items }: Rows<Value>): Value[] {
  return items.map(({ value }) => value);
}

export function changeRows<Value>(rows: Rows<Value>, change: RowsChange<Value>): Rows<Value> {
  const { items, removed, nextId } = rows;
  switch (change.type) {
    case 'insert': {
      const added = change.values.map((value, at) => ({ id: nextId + at, value }));
      return {
        items: items.toSpliced(change.index, change.replaced ?? 0, ...added),
        removed,
        nextId: nextId + added.length,
      };
    }
    case 'edit': {
      const index = indexOf(rows, change.id);
      if (index < 0) return rows;
      return { ...rows, items: items.with(index, { id: change.id, value: change.value }) };
    }
    case 'remove': {
      const index = indexOf(rows, change.id);
      const row = items[index];
      if (!row) return rows;
      return {
        items: items.toSpliced(index, 1),
        removed: change.isEmpty ? removed : [...removed, { row, index }],
        nextId,
      };
    }
    case 'move': {
      const from = indexOf(rows, change.id);
      const row = items[from];
      const to = Math.max(0, Math.min(items.length - 1, change.to));
      if (!row || to === from) return rows;
      return { ...rows, items: items.toSpliced(from, 1).toSpliced(to, 0, row) };
    }
    case 'undo': {
      const last = removed.at(-1);
      if (!last) return rows;
      return { items: items.toSpliced(last.index, 0, last.row), removed: removed.slice(0, -1), nextId };
    }
  }
}

function indexOf<Value>({ items }: Rows<Value>, id: number): number {
  return items.findIndex((row) => row.id === id);
}
