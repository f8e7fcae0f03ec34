import { create } from 'zustand';
import { setUnsaved } from '../../../ui/form/unsaved.ts';
import type { Draft } from './draft.ts';
import { lockDraft } from './lock-draft.ts';
import { currentPerson, deleteDraft, draftPrefix, loadDrafts, storeDraft } from './stored-drafts.ts';

/** Drafts of this page, for browsers that block storage and for screens that were left; each is also stored. */
const kept = new Map<string, Draft>();

/** True once the browser has refused to store a draft. */
export const useIsStorageBlocked = create<boolean>()(() => false);

function reportBlocked(): void {
  useIsStorageBlocked.setState(true, true);
}

const UNKNOWN_PERSON = '?';

export type OpenDraft = {
  readonly key: string;
  /** Null if there is nothing to offer. */
  readonly draft: Draft | null;
  /** Call it when the editor is left, so that the draft can be offered again. */
  readonly release: () => void;
};

/** `place` is a recipe's id, or `new`. Each editor has a draft of its own, so that two tabs never replace each other's. */
export function startDraft(place: string): OpenDraft {
  const key = `${prefixOf(place)}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const locking = lockDraft(key);
  return { key, draft: null, release: () => void locking.then((release) => release?.()) };
}

/** The newest draft that no other tab has open, or a new one. */
export async function openDraft(place: string): Promise<OpenDraft> {
  const newestFirst = [...(await findDrafts(place))].toSorted(
    ([, one], [, other]) => other.savedAt - one.savedAt,
  );
  for (const [key, draft] of newestFirst) {
    const release = await lockDraft(key);
    if (release) return { key, draft, release };
  }
  return startDraft(place);
}

async function findDrafts(place: string): Promise<Map<string, Draft>> {
  const prefix = prefixOf(place);
  const here = [...kept].filter(([key]) => key.startsWith(prefix));
  try {
    return new Map([...(await loadDrafts(prefix, Date.now())), ...here]);
  } catch {
    reportBlocked();
    return new Map(here);
  }
}

function prefixOf(place: string): string {
  return draftPrefix(currentPerson() ?? UNKNOWN_PERSON, place);
}

/** A sign-out elsewhere has deleted the drafts: then none is stored anymore. */
export function keepDraft(key: string, draft: Draft): void {
  kept.set(key, draft);
  register();
  const person = currentPerson();
  if (person === null || !key.startsWith(draftPrefix(person))) return;
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
