import { create } from 'zustand';
import { setUnsaved } from '../../../ui/form/unsaved.ts';
import type { Draft } from './draft.ts';
import { currentPerson, deleteDraft, draftKey, loadDraft, storeDraft } from './stored-drafts.ts';

/**
 * Drafts of this page, for browsers that block storage and for screens that were left; each is also stored. By the
 * key of `draftKey`.
 */
const kept = new Map<string, Draft>();

/** True once the browser has refused to store a draft. */
export const useIsStorageBlocked = create<boolean>()(() => false);

function reportBlocked(): void {
  useIsStorageBlocked.setState(true, true);
}

const UNKNOWN_PERSON = '?';

/** Of the person who is signed in. `place` is a recipe's id, or `new`. */
export function keyOfDraft(place: string): string {
  return draftKey(currentPerson() ?? UNKNOWN_PERSON, place);
}

export async function findDraft(place: string): Promise<Draft | null> {
  const key = keyOfDraft(place);
  try {
    const stored = await loadDraft(key, Date.now());
    return kept.get(key) ?? stored;
  } catch {
    reportBlocked();
    return kept.get(key) ?? null;
  }
}

/** A sign-out elsewhere has deleted the drafts: then none is stored anymore. */
export function keepDraft(key: string, draft: Draft): void {
  kept.set(key, draft);
  register();
  const person = currentPerson();
  if (person === null || !key.startsWith(draftKey(person, ''))) return;
  storeDraft(key, draft).catch(reportBlocked);
}

export function dropDraft(key: string): void {
  kept.delete(key);
  register();
  deleteDraft(key).catch(reportBlocked);
}

function register(): void {
  setUnsaved(forget, { isUnsaved: kept.size > 0 });
}

/** The stored ones stay: the Bar deletes them after a confirmed Logout. */
function forget(): void {
  kept.clear();
  register();
}
