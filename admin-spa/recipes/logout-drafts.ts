/** The module of drafts is loaded on Logout only. */
const importDrafts = () => import('./editor/drafts/drafts.ts');

/** Logout goes on without an answer after this time. */
const CHECK_TIMEOUT_MS = 1_000;

/** Resolves to whether this browser stores recipe drafts of the signed-in person. */
export async function hasStoredDrafts(): Promise<boolean> {
  const noAnswer = new Promise<boolean>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false));
  return Promise.race([findDrafts().catch(() => false), noAnswer]);
}

async function findDrafts(): Promise<boolean> {
  const { currentPerson, hasDrafts } = await importDrafts();
  const person = currentPerson();
  return person !== null && hasDrafts(person);
}

/** Call it before the sign-out, which forgets the person, and the function it returns afterwards. Never rejects. */
export async function draftsToDelete(): Promise<() => Promise<void>> {
  try {
    const { currentPerson, deleteDraftsOf } = await importDrafts();
    const person = currentPerson();
    return async () => (person === null ? undefined : deleteDraftsOf(person));
  } catch {
    // Without its code no draft was written either.
    return async () => undefined;
  }
}
