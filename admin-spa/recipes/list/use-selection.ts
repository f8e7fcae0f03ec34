import type { RecipeRow } from '#contract/recipes/records.ts';
import { clearKeptSelection, useKeptSelection } from './kept-selection.ts';

export type Selection = {
  readonly chosen: ReadonlyMap<number, string>;
  readonly isDeleted: boolean;
  readonly isFull: boolean;
  readonly choose: (rows: readonly RecipeRow[], choice: { isChosen: boolean }) => void;
  readonly clear: () => void;
};

/** Survives search, filters, paging, and other screens. A choice of more than `max` is refused. */
export function useSelection({ isDeleted, max }: { isDeleted: boolean; max: number }): Selection {
  const kept = useKeptSelection();
  const state = kept.isDeleted === isDeleted ? kept : { chosen: new Map(), isDeleted, isFull: false };

  function choose(rows: readonly RecipeRow[], { isChosen }: { isChosen: boolean }) {
    const chosen = new Map(state.chosen);
    let isFull = false;
    for (const { id, title } of rows) {
      if (!isChosen) chosen.delete(Number(id));
      else if (chosen.has(Number(id)) || chosen.size < max) chosen.set(Number(id), title || 'Untitled');
      else isFull = true;
    }
    useKeptSelection.setState({ chosen, isDeleted, isFull });
  }

  return { ...state, choose, clear: clearKeptSelection };
}

/** Announced after each choice; '' without one. */
export function selectionText({ chosen, isFull }: Selection): string {
  if (isFull) return `${chosen.size.toLocaleString('en-US')} selected. You can’t choose more.`;
  return chosen.size === 0 ? '' : `${chosen.size.toLocaleString('en-US')} selected`;
}
