import type { Report } from '../problem-list.ts';
import { tooLong } from '../recipe-content.ts';

export type TextLimit = { readonly field: string; readonly name: string; readonly max: number };

/** The text, or its beginning up to the limit, at a word's end if there is one near. */
export function fitText(text: string, { field, name, max }: TextLimit, report: Report): string {
  if (text.length <= max) return text;
  report(field, `${tooLong(name, max)}. The rest was cut off.`, text);
  return cutText(text, max);
}

/** The beginning of a text, without half a character at its end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.lastIndexOf(' ', max);
  const end = space > max * 0.8 ? space : max;
  const last = text.charCodeAt(end - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? end - 1 : end).trim();
}

export type ListLimit = { readonly field: string; readonly name: string; readonly max: number };

/** The first items of a list, up to the limit. */
export function fitList<Item>(
  items: readonly Item[],
  { field, name, max }: ListLimit,
  report: Report,
): Item[] {
  if (items.length > max) {
    const message = `A recipe can have at most ${max} ${name}. ${items.length - max} were left out.`;
    report(field, message, items[max]);
  }
  return items.slice(0, max);
}
