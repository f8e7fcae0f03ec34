import { createStore, del, delMany, entries, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import { create } from 'zustand';
import { useSession } from '#client/session.ts';
import { setUnsaved } from '../../../ui/form/unsaved.ts';
import { formatAgo } from '../../../ui/format/ago.ts';
import type { RecipeForm } from '../state/recipe-form.ts';

const text = v.string();
const texts = v.array(text);

const formSchema = v.object({
  title: text,
  description: text,
  image_url: text,
  videoURL: text,
  cuisine: text,
  cookingMethod: text,
  preparation_time: text,
  cooking_time: text,
  servings: text,
  meal_types: texts,
  feature_tags: texts,
  promotional_tags: texts,
  ingredients: v.array(v.object({ name: text, quantity: text, unit_type: text, is_primary: v.boolean() })),
  steps: texts,
  nutritionValues: v.array(v.object({ name: text, value: text })),
}) satisfies v.GenericSchema<unknown, RecipeForm>;

const draftSchema = v.object({
  /** Milliseconds since 1970. */
  savedAt: v.number(),
  form: formSchema,
  /** What was loaded when the editing began, and its version: a save of the draft is as stale as it is. */
  base: formSchema,
  version: v.nullable(v.number()),
});
export type Draft = {
  readonly savedAt: number;
  readonly form: RecipeForm;
  readonly base: RecipeForm;
  readonly version: number | null;
};

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 30 * DAY_MS;

/** Returns null for what is no draft: anything may have written to the storage. */
export function readDraft(stored: unknown): Draft | null {
  const result = v.safeParse(draftSchema, stored);
  return result.success ? result.output : null;
}

export function isExpired({ savedAt }: Draft, now: number): boolean {
  return now - savedAt > MAX_AGE_MS;
}

/** `5 minutes ago`, `just now`. */
export function ageOf({ savedAt }: Draft, now: number): string {
  // Another clock may have been ahead.
  return formatAgo(Math.min(savedAt, now), now);
}

/** The database holds drafts only. It is created on first use, because browsers without IndexedDB throw. */
let database: UseStore | null = null;

function store(): UseStore {
  database ??= createStore('recipe-drafts', 'drafts');
  return database;
}

/** Returns null if the signed-in person is not known: then nothing is stored. */
export function currentPerson(): string | null {
  const { user } = useSession.getState();
  const name = user?.id ?? user?.email?.toLowerCase();
  return name == null || name === '' ? null : String(name);
}

/** What the keys of a person's drafts begin with. `place` is a recipe's id, or `NEW_RECIPE`. */
function draftPrefix(person: string, place = ''): string {
  return place === '' ? `${person}/` : `${person}/${place}/`;
}

const startsWith = (prefix: string) => (key: IDBValidKey) => String(key).startsWith(prefix);

/** Reads drafts by their keys, and removes expired ones. Rejects if the browser blocks storage. */
async function loadDrafts(prefix: string, now: number): Promise<Map<string, Draft>> {
  const all = (await entries<string, unknown>(store())).flatMap(([key, stored]) => {
    const draft = readDraft(stored);
    return draft ? [{ key, draft }] : [];
  });
  const expired = all.filter(({ draft }) => isExpired(draft, now)).map(({ key }) => key);
  await delMany(expired, store());
  const found = all.filter(({ key }) => startsWith(prefix)(key) && !expired.includes(key));
  return new Map(found.map(({ key, draft }) => [key, draft]));
}

/** The keys of drafts that this page has stored. */
const storedKeys = new Set<string>();

/** The person whose drafts were deleted in this tab. */
let deletedPerson: string | null = null;

/** After a confirmed Logout, which deletes the drafts, one that was stored before is not stored again. */
async function storeDraft(key: string, draft: Draft): Promise<void> {
  const isSignedOut = currentPerson() === null;
  if (isSignedOut && deletedPerson !== null && key.startsWith(draftPrefix(deletedPerson))) return;
  const isDeletable = isSignedOut && storedKeys.has(key);
  await store()('readwrite', async (drafts) => {
    if (isDeletable && (await promisifyRequest(drafts.getKey(key))) === undefined) return;
    drafts.put(draft, key);
    storedKeys.add(key);
    // Without this, a page that closes would lose it.
    drafts.transaction.commit();
    await promisifyRequest(drafts.transaction);
  });
}

async function deleteDraft(key: string): Promise<void> {
  storedKeys.delete(key);
  await del(key, store());
}

/** Resolves to false also if storage is blocked. */
export async function hasDrafts(person: string): Promise<boolean> {
  try {
    return (await keys(store())).some(startsWith(draftPrefix(person)));
  } catch {
    return false;
  }
}

/** Never rejects: signing out must work. */
export async function deleteDraftsOf(person: string): Promise<void> {
  deletedPerson = person;
  try {
    const all = await keys(store());
    await delMany(all.filter(startsWith(draftPrefix(person))), store());
  } catch {
    // Where storage is blocked, nothing is stored.
  }
}

type Release = () => void;

/**
 * Marks a draft as open, so that no other tab offers it. The browser ends the mark with the page. Resolves to null if a
 * tab has it open. Without Web Locks, which need HTTPS, every tab gets it.
 */
async function lockDraft(key: string): Promise<Release | null> {
  const locks: LockManager | undefined = navigator.locks;
  const nothing = () => undefined;
  if (!locks) return nothing;
  return new Promise((resolve) => {
    locks
      .request(`recipe-draft/${key}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(nothing));
  });
}

/** The drafts of this page, for browsers that block storage and for screens that were left; each is also stored. */
const draftsInMemory = new Map<string, Draft>();

/** Is true once the browser has refused to store a draft. */
export const useIsStorageBlocked = create<boolean>()(() => false);

function reportBlocked(): void {
  useIsStorageBlocked.setState(true, true);
}

const UNKNOWN_PERSON = '?';

/** The place of a recipe that is not saved yet. */
export const NEW_RECIPE = 'new';

export type OpenDraft = {
  readonly key: string;
  /** Null if there is nothing to offer. */
  readonly draft: Draft | null;
  /** Call it when the editor is left, so that the draft can be offered again. */
  readonly release: () => void;
};

/**
 * `place` is a recipe's id, or `NEW_RECIPE`. Each editor has a draft of its own, so that two tabs never replace each
 * other's.
 */
export function startDraft(place: string): OpenDraft {
  const key = `${prefixOf(place)}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const locking = lockDraft(key);
  return { key, draft: null, release: () => void locking.then((release) => release?.()) };
}

/** Opens the newest draft that no other tab has open, or a new one. */
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
  const here = [...draftsInMemory].filter(([key]) => key.startsWith(prefix));
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

/** Stores it also after a sign-out elsewhere: its person finds it again after the next sign-in. */
export function saveDraft(key: string, draft: Draft): void {
  draftsInMemory.set(key, draft);
  markUnsaved();
  if (key.startsWith(draftPrefix(UNKNOWN_PERSON))) return;
  storeDraft(key, draft).catch(reportBlocked);
}

export function dropDraft(key: string): void {
  draftsInMemory.delete(key);
  markUnsaved();
  deleteDraft(key).catch(reportBlocked);
}

function markUnsaved(): void {
  setUnsaved(forgetDrafts, { isUnsaved: draftsInMemory.size > 0 });
}

/** Stored drafts stay: the bar deletes them after a confirmed Logout. */
function forgetDrafts(): void {
  draftsInMemory.clear();
  markUnsaved();
}
