import { formatCount } from '../../format/format.ts';
import { type KeptSelection, nothingChosen, type SelectionStore } from './selection-store.ts';

type Row = { readonly id: string | number };

export type Selection<Item> = KeptSelection & {
  readonly nameOf: (row: Item) => string;
  readonly choose: (rows: readonly Item[], choice: { isChosen: boolean }) => void;
  readonly clear: () => void;
};

type Options<Item> = {
  nameOf: (row: Item) => string;
  max: number;
  group?: string;
  /** Before each choice of rows. */
  onChoose?: () => void;
};

/** Survives search, filters, paging, and other screens. A choice of more than `max` is refused. */
export function useSelection<Item extends Row>(
  useStore: SelectionStore,
  { nameOf, max, group = '', onChoose }: Options<Item>,
): Selection<Item> {
  const kept = useStore();
  const state = kept.group === group ? kept : { ...nothingChosen, group };

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
    useStore.setState({ chosen, group, isFull });
  }

  return { ...state, nameOf, choose, clear: () => useStore.setState(nothingChosen, true) };
}

/** Announced after each choice; '' without one. */
export function selectionText({ chosen, isFull }: Pick<KeptSelection, 'chosen' | 'isFull'>): string {
  if (isFull) return `${formatCount(chosen.size)} selected. You can’t choose more.`;
  return chosen.size === 0 ? '' : `${formatCount(chosen.size)} selected`;
}
