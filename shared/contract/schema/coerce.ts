/** Coercions of what a provider sends. Each function accepts anything. */

export type UnknownObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownObject) : {};
}

export function firstPresent(source: UnknownObject, ...names: string[]): unknown {
  for (const name of names) {
    const value = source[name];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

/** Text, or a number as text; else null. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** A finite number, also from text such as `"12.50"`; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const result = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : null;
}

/** Also from 1, 0, "true" and "false"; else null. */
export function toBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return null;
}

/** Keeps text or number as sent, because requests send it back; else null. */
export function toIdentifier(value: unknown): string | number | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : null;
}

export function firstList(...candidates: unknown[]): unknown[] | undefined {
  return candidates.find((candidate) => Array.isArray(candidate));
}

/** From a list or a comma-separated text; else empty. */
export function toTexts(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return Array.isArray(list) ? list.map((item) => toText(item) ?? '').filter((item) => item !== '') : [];
}
