import { createStore, del, delMany, entries, get, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import { useSession } from '#client/session.ts';
import { type Draft, isExpired, readDraft } from './draft.ts';

/** A database of its own. Created on first use, because browsers without IndexedDB throw. */
let database: UseStore | null = null;

function store(): UseStore {
  database ??= createStore('recipe-drafts', 'drafts');
  return database;
}

/** Null if the signed-in person is not known: then nothing is stored. */
export function currentPerson(): string | null {
  const { user } = useSession.getState();
  const name = user?.id ?? user?.email?.toLowerCase();
  return name == null || name === '' ? null : String(name);
}

/** `place` is a recipe's id, or `new`. */
export function draftKey(person: string, place: string): string {
  return `${person}/${place}`;
}

const isOf = (person: string) => (key: IDBValidKey) => String(key).startsWith(draftKey(person, ''));

/** Also removes expired drafts. Rejects if the browser blocks storage. */
export async function loadDraft(key: string, now: number): Promise<Draft | null> {
  const all = await entries<string, unknown>(store());
  const expired = all.filter(([, stored]) => {
    const draft = readDraft(stored);
    return draft !== null && isExpired(draft, now);
  });
  await delMany(
    expired.map(([name]) => name),
    store(),
  );
  return readDraft(await get(key, store()));
}

export async function storeDraft(key: string, draft: Draft): Promise<void> {
  await store()('readwrite', (drafts) => {
    drafts.put(draft, key);
    // Without this a page that is being closed would lose it.
    drafts.transaction.commit();
    return promisifyRequest(drafts.transaction);
  });
}

export async function deleteDraft(key: string): Promise<void> {
  await del(key, store());
}

/** False also if storage is blocked. */
export async function hasDrafts(person: string): Promise<boolean> {
  try {
    return (await keys(store())).some(isOf(person));
  } catch {
    return false;
  }
}

/** Never rejects: signing out must work. */
export async function deleteDraftsOf(person: string): Promise<void> {
  try {
    const all = await keys(store());
    await delMany(all.filter(isOf(person)), store());
  } catch {
    // Blocked: nothing is stored.
  }
}
