import * as v from 'valibot';
import { readStoredSession } from '#client/storage.ts';

/** What a person has hidden or closed, in this browser: a store holds lists of texts by their name. */
type Store = 'hidden_columns' | 'closed_results' | 'closed_cards';

const storedSchema = v.record(v.string(), v.array(v.string()));

/** Reads the choice of the person who is signed in, also after a logout; empty if storage is blocked or has none. */
export function readStoredList(store: Store, name: string): readonly string[] {
  const all = readAll(store);
  return Object.hasOwn(all, name) ? (all[name] ?? []) : [];
}

export function writeStoredList(store: Store, name: string, list: readonly string[]): void {
  try {
    const key = storageKey(store);
    if (key) localStorage.setItem(key, JSON.stringify({ ...readAll(store), [name]: list }));
  } catch {
    // The storage is blocked or full: the choice ends with the screen.
  }
}

function readAll(store: Store): v.InferOutput<typeof storedSchema> {
  try {
    const key = storageKey(store);
    const stored: unknown = JSON.parse((key && localStorage.getItem(key)) || '{}');
    return v.is(storedSchema, stored) ? stored : {};
  } catch {
    return {};
  }
}

/** Null without an id of the person: an email address would stay in the browser after a logout. */
function storageKey(store: Store): string | null {
  const id = readStoredSession().user?.id;
  return id == null ? null : `${store}:${id}`;
}
