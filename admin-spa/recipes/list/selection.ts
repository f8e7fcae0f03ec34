import type { Recipe, RecipeRow } from '#contract/recipes/records.ts';
import { endWithSession } from '../../shell/end-with-session.ts';
import { createSelectionStore, nothingChosen } from '../../ui/list/selection.tsx';

export const useRecipeSelection = createSelectionStore();
endWithSession(clearSelection);

/** The group of deleted recipes, which are never chosen together with others. */
export const DELETED = 'deleted';

export function nameOfRecipe({ title }: Pick<RecipeRow, 'title'>): string {
  return title || 'Untitled';
}

export function clearSelection(): void {
  useRecipeSelection.setState(nothingChosen, true);
}

/** A chosen recipe gets its new title; one that was deleted or restored is no longer chosen. */
export function updateSelection({ id, title, state }: Pick<Recipe, 'id' | 'title' | 'state'>): void {
  const selection = useRecipeSelection.getState();
  if (!selection.chosen.has(Number(id))) return;
  const chosen = new Map(selection.chosen);
  if ((state === 'deleted') === (selection.group === DELETED))
    chosen.set(Number(id), nameOfRecipe({ title }));
  else chosen.delete(Number(id));
  useRecipeSelection.setState({ chosen });
}
