import { create, type StoreApi, type UseBoundStore } from 'zustand';

export type KeptSelection = {
  /** Names by id, in the order of choice. */
  readonly chosen: ReadonlyMap<number, string>;
  /** Rows of different groups are never chosen together; '' for lists that have none. */
  readonly group: string;
  /** Whether a choice was refused. */
  readonly isFull: boolean;
};

export type SelectionStore = UseBoundStore<StoreApi<KeptSelection>>;

export const nothingChosen: KeptSelection = { chosen: new Map(), group: '', isFull: false };

/** The chosen rows of a list. Kept while the console is open, whichever screen is shown. */
export function createSelectionStore(): SelectionStore {
  return create<KeptSelection>()(() => nothingChosen);
}
