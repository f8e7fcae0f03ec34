import type { RowProblem } from './imported-row.ts';
import { MAX_ROW_PROBLEMS, MAX_SHOWN_VALUE } from './limits.ts';

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
