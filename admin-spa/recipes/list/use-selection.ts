import { MAX_BULK_RECIPES } from '#contract/recipes/list.ts';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { clearKeptSelection, useKeptSelection } from './kept-selection.ts';

export type Selection = {
  readonly chosen: ReadonlyMap<number, string>;
  readonly isDeleted: boolean;
  readonly isFull: boolean;
  readonly choose: (rows: readonly RecipeRow[], choice: { isChosen: boolean }) => void;
  readonly clear: () => void;
};

/** Survives search, filters, paging, and other screens. */
export function useSelection({ isDeleted }: { isDeleted: boolean }): Selection {
  const kept = useKeptSelection();
  const state = kept.isDeleted === isDeleted ? kept : { chosen: new Map(), isDeleted, isFull: false };

  function choose(rows: readonly RecipeRow[], { isChosen }: { isChosen: boolean }) {
    const chosen = new Map(state.chosen);
    let isFull = false;
    for (const { id, title } of rows) {
      if (!isChosen) chosen.delete(Number(id));
      else if (chosen.has(Number(id)) || chosen.size < MAX_BULK_RECIPES)
        chosen.set(Number(id), title || 'Untitled');
      else isFull = true;
    }
    useKeptSelection.setState({ chosen, isDeleted, isFull });
  }

  return { ...state, choose, clear: clearKeptSelection };
}

/** Announced after each choice; '' without one. */
export function selectionText({ chosen, isFull }: Selection): string {
  if (isFull)
    return `${chosen.size} selected. You can’t change more than ${MAX_BULK_RECIPES} recipes at a time.`;
  return chosen.size === 0 ? '' : `${chosen.size} selected`;
}
