import { createStore, del, delMany, entries, keys, promisifyRequest, type UseStore } from 'idb-keyval';
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

/** What the keys of a person's drafts begin with. `place` is a recipe's id, or `new`. */
export function draftPrefix(person: string, place = ''): string {
  return place === '' ? `${person}/` : `${person}/${place}/`;
}

const startsWith = (prefix: string) => (key: IDBValidKey) => String(key).startsWith(prefix);

/** Drafts by their keys. Also removes expired ones. Rejects if the browser blocks storage. */
export async function loadDrafts(prefix: string, now: number): Promise<Map<string, Draft>> {
  const all = (await entries<string, unknown>(store())).flatMap(([key, stored]) => {
    const draft = readDraft(stored);
    return draft ? [{ key, draft }] : [];
  });
  const expired = all.filter(({ draft }) => isExpired(draft, now)).map(({ key }) => key);
  await delMany(expired, store());
  const found = all.filter(({ key }) => startsWith(prefix)(key) && !expired.includes(key));
  return new Map(found.map(({ key, draft }) => [key, draft]));
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
    return (await keys(store())).some(startsWith(draftPrefix(person)));
  } catch {
    return false;
  }
}

/** Never rejects: signing out must work. */
export async function deleteDraftsOf(person: string): Promise<void> {
  try {
    const all = await keys(store());
    await delMany(all.filter(startsWith(draftPrefix(person))), store());
  } catch {
    // Blocked: nothing is stored.
  }
}
