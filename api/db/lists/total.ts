import { type RawBuilder, sql } from 'kysely';
import { MINIMUM_TOTAL } from '#contract/list-query.ts';

/** Beyond this no list is counted. */
export const COUNT_LIMIT = 10_000;

/** `isMinimum`: there are more rows than `count`. */
export type Total = { readonly count: number; readonly isMinimum: boolean };

/** A query for a `count` of the rows of `table`, which reads at most one more than the limit. */
export function countUpToLimit(
  table: 'users' | 'recipes' | 'failed_payments' | 'mails',
  where: RawBuilder<boolean>,
): RawBuilder<{ count: number }> {
  return sql`select count(*)::integer as count from (
    select from ${sql.table(table)} where ${where} limit ${COUNT_LIMIT + 1}) as found`;
}

/** Of a count that reads at most one more than the limit. */
export function toTotal(counted: number): Total {
  return { count: Math.min(counted, COUNT_LIMIT), isMinimum: counted > COUNT_LIMIT };
}

/** Of the answer with this total. */
export function totalFeatures({ isMinimum }: Total): string[] {
  return isMinimum ? [MINIMUM_TOTAL] : [];
}
