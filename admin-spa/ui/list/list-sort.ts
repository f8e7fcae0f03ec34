import type { Sort } from '../table/columns.ts';
import type { Filters, ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';

/** A column sorts ascending, then descending, then not. */
export function listSort([{ filters }, change]: [ListState, ChangeList]): Sort {
  const { sort = null, order, ...others } = filters;
  const direction = order === 'desc' ? 'desc' : 'asc';
  const next = (key: string): Filters => {
    if (key !== sort) return { ...others, sort: key };
    return direction === 'asc' ? { ...others, sort: key, order: 'desc' } : others;
  };
  return { key: sort, direction, change: (key) => change({ filters: next(key) }) };
}
