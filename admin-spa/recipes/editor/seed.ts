import type { Recipe } from '#contract/recipes/records.ts';
import { type EditorState, newRecipeState, stateOf } from './state/editor-state.ts';
import { emptyForm, formFrom, type LoadedSeconds, type RecipeForm } from './state/recipe-form.ts';

/** What the server has. Every comparison starts from it. */
export type Saved = {
  readonly base: RecipeForm;
  readonly loaded: LoadedSeconds;
  /** Is null for a recipe that is not saved yet. */
  readonly version: number | null;
};

export type Seed = {
  readonly state: EditorState;
  readonly saved: Saved;
  /** The name of the control that had the focus. */
  readonly focus: string | null;
};

export const newRecipeSeed: Seed = {
  state: newRecipeState,
  saved: { base: emptyForm, loaded: { preparation_time: null, cooking_time: null }, version: null },
  focus: null,
};

export function seedFrom(recipe: Recipe, version: number | null): Seed {
  const saved = savedFrom(recipe, version);
  return { state: stateOf(saved.base), saved, focus: null };
}

export function savedFrom(recipe: Recipe, version: number | null): Saved {
  const { preparation_time, cooking_time } = recipe;
  return { base: formFrom(recipe), loaded: { preparation_time, cooking_time }, version };
}

let waiting: { recipeId: string; seed: Seed } | null = null;

/** The first save changes the address, and so the screen: the new one continues with the same rows and focus. */
export function keepForNextScreen(recipeId: string, seed: Seed): void {
  waiting = { recipeId, seed };
}

export function takeSeed(recipeId: string | null): Seed | null {
  const found = waiting?.recipeId === recipeId ? waiting.seed : null;
  waiting = null;
  return found;
}
