import { useLocation } from 'wouter';
import { useAddress } from '../navigation/use-address.ts';
import type { Sort } from '../table/columns.ts';
import {
  applyChange,
  type Filters,
  type ListOptions,
  type ListState,
  readListState,
  writeListState,
} from './list-state.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void;

/** Changes push a history entry unless `replace` is set. */
export function useListState(options: ListOptions = {}): [ListState, ChangeList] {
  const { path, search } = useAddress();
  const [, navigate] = useLocation();
  const state = readListState(search, options);
  return [
    state,
    (change, { replace = false } = {}) =>
      navigate(path + writeListState(applyChange(state, change), options), { replace }),
  ];
}

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
