import type { Report } from '../problem-list.ts';

/** What the readers of a recipe's fields need beside the recipe. */
export type FieldContext = {
  readonly report: Report;
  /** The object that a reference stands for. */
  readonly resolve: (value: unknown) => unknown;
  /** The page's own address, for relative addresses. */
  readonly address: string | null;
};
