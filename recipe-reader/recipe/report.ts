import type { RowProblem } from '../imported-row.ts';
import { MAX_ROW_PROBLEMS, MAX_SHOWN_VALUE } from '../limits.ts';
import { tooLong } from '../recipe-content.ts';

/** Says that a value was dropped, cut or changed. */
export type Report = (field: string, message: string, value?: unknown) => void;

/** The problems of one recipe. */
export class ProblemList {
  readonly #problems: RowProblem[] = [];
  #omitted = 0;

  readonly report: Report = (field, message, value = '') => {
    const problem = { field, message, value: shownValue(value) };
    const isKnown = this.#problems.some(
      (one) => one.field === field && one.message === message && one.value === problem.value,
    );
    if (isKnown) return;
    if (this.#problems.length < MAX_ROW_PROBLEMS - 1) this.#problems.push(problem);
    else this.#omitted += 1;
  };

  all(): readonly RowProblem[] {
    if (this.#omitted === 0) return this.#problems;
    const message = `There are ${this.#omitted.toLocaleString('en-US')} more problems with this recipe.`;
    return [...this.#problems, { field: '', message, value: '' }];
  }
}

/** A text of any value, shortened. */
function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= MAX_SHOWN_VALUE) return text.toWellFormed();
  return `${text.slice(0, MAX_SHOWN_VALUE - 1).toWellFormed()}…`;
}

/** What the readers of a recipe's fields need beside the recipe. */
export type FieldContext = {
  readonly report: Report;
  /** The object that a reference stands for. */
  readonly resolve: (value: unknown) => unknown;
  /** The page's own address, for relative addresses. */
  readonly address: string | null;
};

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
