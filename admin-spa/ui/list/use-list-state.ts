import { useLocation } from 'wouter';
import { useAddress } from '../navigation/use-address.ts';
import {
  applyChange,
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
