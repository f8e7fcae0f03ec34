import { useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { formatCount } from '../format/format.ts';
import type { Column } from '../table/columns.ts';

type StoredSelection = {
  /** Names by id, in the order of choice. */
  readonly chosen: ReadonlyMap<number, string>;
  /** Rows of different groups are never chosen together; '' for lists that have none. */
  readonly group: string;
  /** Whether a choice was refused. */
  readonly isFull: boolean;
  /** The row of the last choice: with the Shift key the next one chooses all rows between them. */
  readonly last: number | null;
};

type SelectionStore = UseBoundStore<StoreApi<StoredSelection>>;

export const nothingChosen: StoredSelection = {
  chosen: new Map(),
  group: '',
  isFull: false,
  last: null,
};

/** Creates the store of a list's chosen rows. They stay while the console is open, whichever screen is shown. */
export function createSelectionStore(): SelectionStore {
  return create<StoredSelection>()(() => nothingChosen);
}

type Row = { readonly id: string | number };

export type Selection<Item> = StoredSelection & {
  readonly nameOf: (row: Item) => string;
  readonly choose: (rows: readonly Item[], choice: { isChosen: boolean }) => void;
  readonly clear: () => void;
};

type Options<Item> = {
  nameOf: (row: Item) => string;
  max: number;
  group?: string;
  /** It is called before each choice of rows. */
  onChoose?: () => void;
};

/** A selection survives search, filters, paging, and other screens. A choice of more than `max` is refused. */
export function useSelection<Item extends Row>(
  useStore: SelectionStore,
  { nameOf, max, group = '', onChoose }: Options<Item>,
): Selection<Item> {
  const stored = useStore();
  const state = stored.group === group ? stored : { ...nothingChosen, group };

  function choose(rows: readonly Item[], { isChosen }: { isChosen: boolean }) {
    onChoose?.();
    const chosen = new Map(state.chosen);
    let isFull = false;
    for (const row of rows) {
      const id = Number(row.id);
      if (!isChosen) chosen.delete(id);
      else if (chosen.has(id) || chosen.size < max) chosen.set(id, nameOf(row));
      else isFull = true;
    }
    useStore.setState({ chosen, group, isFull, last: Number(rows.at(-1)?.id ?? Number.NaN) });
  }

  return { ...state, nameOf, choose, clear: () => useStore.setState(nothingChosen, true) };
}

/** The text is announced after each choice. It is '' when nothing is chosen. */
export function selectionText({ chosen, isFull }: Pick<StoredSelection, 'chosen' | 'isFull'>): string {
  if (isFull) return `${formatCount(chosen.size)} selected. You can’t choose more.`;
  return chosen.size === 0 ? '' : `${formatCount(chosen.size)} selected`;
}

/** A checkbox for each row, and one for all `rows` of the page. */
export function selectionColumn<Row extends { readonly id: string | number }>(
  { chosen, choose, nameOf, last }: Selection<Row>,
  rows: readonly Row[],
): Column<Row> {
  const isChosen = ({ id }: Row) => chosen.has(Number(id));
  /** The clicked row comes last. */
  const rangeTo = (row: Row): readonly Row[] => {
    const from = rows.findIndex(({ id }) => Number(id) === last);
    const to = rows.indexOf(row);
    if (from < 0) return [row];
    return from < to ? rows.slice(from, to + 1) : rows.slice(to, from + 1).reverse();
  };
  const chosenRows = rows.filter(isChosen).length;
  return {
    title: 'Select',
    kind: 'choice',
    hasLabel: false,
    head: (
      <label>
        <input
          type="checkbox"
          aria-label="Select all on this page"
          // While loading, it only keeps its place.
          disabled={rows.length === 0}
          checked={rows.length > 0 && chosenRows === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = chosenRows > 0 && chosenRows < rows.length;
          }}
          onChange={(event) => choose(rows, { isChosen: event.target.checked })}
        />
      </label>
    ),
    cell: (row) => (
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(row)}`}
          checked={isChosen(row)}
          onChange={({ target, nativeEvent }) => {
            const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
            choose(isRange ? rangeTo(row) : [row], { isChosen: target.checked });
          }}
        />
      </label>
    ),
  };
}

export type AllSelected = {
  readonly isSelected: boolean;
  readonly select: () => void;
  readonly clear: () => void;
};

/** Selects every row of a list until the list shows others. `listKey` says which rows the list is asked for. */
export function useSelectAll(listKey: readonly unknown[]): AllSelected {
  const [selected, setSelected] = useState<string | null>(null);
  const key = JSON.stringify(listKey);
  // The selection does not return when the list comes back to what it showed.
  if (selected !== null && selected !== key) setSelected(null);
  return {
    isSelected: selected === key,
    select: () => setSelected(key),
    clear: () => setSelected(null),
  };
}
