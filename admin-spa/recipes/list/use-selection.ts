import { useState } from 'react';
import { MAX_BULK_RECIPES } from '#contract/recipes/list.ts';
import type { RecipeRow } from '#contract/recipes/records.ts';

export type Selection = {
  /** Titles by id, in the order of choice. */
  readonly chosen: ReadonlyMap<number, string>;
  readonly isDeleted: boolean;
  /** Whether a choice was refused. */
  readonly isFull: boolean;
  readonly choose: (rows: readonly RecipeRow[], choice: { isChosen: boolean }) => void;
  readonly clear: () => void;
};

type State = Pick<Selection, 'chosen' | 'isDeleted' | 'isFull'>;

/** Survives search, filters and paging. Deleted recipes are never chosen together with others. */
export function useSelection({ isDeleted }: { isDeleted: boolean }): Selection {
  const empty: State = { chosen: new Map(), isDeleted, isFull: false };
  const [latest, setLatest] = useState(empty);
  const state = latest.isDeleted === isDeleted ? latest : empty;

  function choose(rows: readonly RecipeRow[], { isChosen }: { isChosen: boolean }) {
    const chosen = new Map(state.chosen);
    let isFull = false;
    for (const { id, title } of rows) {
      if (!isChosen) chosen.delete(Number(id));
      else if (chosen.has(Number(id)) || chosen.size < MAX_BULK_RECIPES)
        chosen.set(Number(id), title || 'Untitled');
      else isFull = true;
    }
    setLatest({ chosen, isDeleted, isFull });
  }

  return { ...state, choose, clear: () => setLatest(empty) };
}

/** Announced after each choice; '' without one. */
export function selectionText({ chosen, isFull }: Selection): string {
  if (isFull)
    return `${chosen.size} selected. You can’t change more than ${MAX_BULK_RECIPES} recipes at a time.`;
  return chosen.size === 0 ? '' : `${chosen.size} selected`;
}
