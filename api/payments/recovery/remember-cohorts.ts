import type { RecoveryResults } from '#contract/payments/figures.ts';

const REMEMBERED_MS = 60_000;
/** Fewer payments are read each time: it is cheap, and each change is seen. */
const MIN_REMEMBERED = 10_000;

type Results = { results: RecoveryResults };

/** Figures of many payments may be a minute old on this server, so that they cost no more than those of few. */
export function rememberCohorts<Read>(clock: () => Date, closedIn: (read: Read) => Results) {
  let remembered: { read: Read; until: number } | null = null;
  return async (load: (now: Date) => Promise<Read>): Promise<Read> => {
    const now = clock();
    if (remembered && remembered.until > now.getTime()) return remembered.read;
    const read = await load(now);
    const { by_store, after_reminder, canceled, given_up, open } = closedIn(read).results;
    const isLarge = by_store + after_reminder + canceled + given_up + open >= MIN_REMEMBERED;
    remembered = isLarge ? { read, until: now.getTime() + REMEMBERED_MS } : null;
    return read;
  };
}
