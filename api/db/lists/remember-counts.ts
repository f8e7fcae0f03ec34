const REMEMBERED_MS = 60_000;
/** Smaller ones are counted each time: they are cheap, and each row of them is seen. */
const MIN_REMEMBERED = 1_000;
const MAX_ENTRIES = 1_000;

type Count = (key: string, count: () => Promise<number>) => Promise<number>;

/** Large counts of this server may be a minute old, so that not every page of a search counts its matches again. */
export function rememberCounts(clock: () => Date): Count {
  const remembered = new Map<string, { count: number; until: number }>();
  return async (key, count) => {
    const now = clock().getTime();
    const found = remembered.get(key);
    if (found && found.until > now) return found.count;
    const counted = await count();
    remembered.delete(key);
    if (counted < MIN_REMEMBERED) return counted;
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= MAX_ENTRIES) remembered.delete(oldest);
    remembered.set(key, { count: counted, until: now + REMEMBERED_MS });
    return counted;
  };
}
