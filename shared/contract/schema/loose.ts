/** Reading what a provider sends: every function takes anything and answers something a screen can rely on. */

export type Loose = Readonly<Record<string, unknown>>;

/** The value as an object whose fields may be read; an empty one for anything else. */
export function fields(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The first of `names` that holds a value. */
export function pick(source: Loose, ...names: string[]): unknown {
  for (const name of names) {
    const value = source[name];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

/** Text, or a number as text; null for anything else. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** A finite number, also from text such as `"12.50"`; null for anything else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const result = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : null;
}

/** A truth value, also as 1, 0, "true", "false"; null for anything else. */
export function toFlag(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return null;
}

/** An identifier: text or number as it came, so that it goes back as it came; null for anything else. */
export function toIdentifier(value: unknown): string | number | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : null;
}

/** The first of the candidates that is a list. */
export function firstList(...candidates: unknown[]): unknown[] | undefined {
  return candidates.find((candidate) => Array.isArray(candidate));
}

/** The texts in a list, or in a comma-separated text; empty for anything else. */
export function toTexts(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return Array.isArray(list)
    ? (list.map(toText).filter((item) => item !== null && item !== '') as string[])
    : [];
}
