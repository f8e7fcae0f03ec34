import { useState } from 'react';

export type AllSelected = {
  readonly isSelected: boolean;
  readonly select: () => void;
  readonly clear: () => void;
};

/** Every row that the list shows, until it shows others: `shown` is what the list is asked for. */
export function useAllSelected(shown: unknown): AllSelected {
  const [selected, setSelected] = useState<string | null>(null);
  const key = JSON.stringify(shown);
  // Also when the list comes back to what it showed.
  if (selected !== null && selected !== key) setSelected(null);
  return {
    isSelected: selected === key,
    select: () => setSelected(key),
    clear: () => setSelected(null),
  };
}
