import { useLocation } from 'wouter';
import { useAddress } from '../navigation/use-address.ts';
import { applyChange, type ListState, PAGE_SIZES, readListState, writeListState } from './list-state.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void;

/** Changes push a history entry unless `replace` is set. */
export function useListState(sizes: readonly number[] = PAGE_SIZES): [ListState, ChangeList] {
  const { path, search } = useAddress();
  const [, navigate] = useLocation();
  const state = readListState(search, sizes);
  return [
    state,
    (change, { replace = false } = {}) =>
      navigate(path + writeListState(applyChange(state, change)), { replace }),
  ];
}
