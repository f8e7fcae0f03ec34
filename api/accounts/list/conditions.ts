import { type RawBuilder, sql } from 'kysely';
import { type UsersQuery, userChoices } from '#contract/users/list.ts';

export function isFiltered({ keyword, ...query }: UsersQuery): boolean {
  const names = [...Object.keys(userChoices), 'createdFrom', 'createdBefore'] as (keyof typeof query)[];
  return (keyword ?? '').trim() !== '' || names.some((name) => query[name] !== undefined);
}

/** Null without a time. */
export function createdWithin({
  createdFrom,
  createdBefore,
}: Pick<UsersQuery, 'createdFrom' | 'createdBefore'>): RawBuilder<boolean> | null {
  const conditions = [
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${new Date(createdFrom)}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${new Date(createdBefore)}`]),
  ];
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Leaves out what is null. */
export function matchesAll(...conditions: (RawBuilder<boolean> | null)[]): RawBuilder<boolean> {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(present, sql` and `)})`;
}
