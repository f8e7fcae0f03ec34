import { create } from 'zustand';
import { useSession } from '#client/session.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import { isSameUser } from '../../shell/session/is-same-user.ts';

type KeptSelection = {
  /** Titles by id, in the order of choice. */
  readonly chosen: ReadonlyMap<number, string>;
  /** Deleted recipes are never chosen together with others. */
  readonly isDeleted: boolean;
  /** Whether a choice was refused. */
  readonly isFull: boolean;
};

const nothing: KeptSelection = { chosen: new Map(), isDeleted: false, isFull: false };

/** Kept while the console is open, whichever screen is shown. */
export const useKeptSelection = create<KeptSelection>()(() => nothing);

export function clearKeptSelection(): void {
  useKeptSelection.setState(nothing, true);
}

/** A chosen recipe gets its new title; one that was deleted or restored is no longer chosen. */
export function updateKeptSelection({ id, title, state }: Pick<Recipe, 'id' | 'title' | 'state'>): void {
  const kept = useKeptSelection.getState();
  if (!kept.chosen.has(Number(id))) return;
  const chosen = new Map(kept.chosen);
  if ((state === 'deleted') === kept.isDeleted) chosen.set(Number(id), title || 'Untitled');
  else chosen.delete(Number(id));
  useKeptSelection.setState({ chosen });
}

// At sign-out, and for another person.
useSession.subscribe(({ accessToken, user }, before) => {
  const isSignedOut = accessToken === null && user === null;
  const isOther = user !== null && before.user !== null && !isSameUser(before.user, user);
  if (isSignedOut || isOther) clearKeptSelection();
});
