/** Says what is in a file and its day here, such as `users-active-2026-11-22.csv`. */
export function fileName(parts: readonly string[], ending: string, now: Date): string {
  const words = parts.map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, ''));
  return `${[...words.filter(Boolean), dayOf(now)].join('-')}.${ending}`;
}

/** YYYY-MM-DD in the local time zone. */
function dayOf(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
