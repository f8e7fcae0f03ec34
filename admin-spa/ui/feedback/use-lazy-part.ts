import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { reloadIfOutdated } from '../is-outdated.ts';

type Options = {
  isWanted: boolean;
  /** Of a part behind a button, which may be wanted before the press: only a press says that it failed. */
  isOpen?: boolean;
  /** After such a failure, so that the next press tries again. */
  close?: () => void;
};

/** Loads an optional part of a screen. Null until it has loaded. `load` is always the same function. */
export function useLazyPart<Part extends object>(
  load: () => Promise<Part>,
  { isWanted, isOpen = isWanted, close }: Options,
): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isWanted && !isOpen) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart(loaded),
      () => {
        if (!isCurrent || !isOpen) return;
        latest.current?.();
        void sayMissing();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isOpen, load]);
  return part;
}

/** A deploy may have removed the file: the reloaded page knows the new one. */
export async function sayMissing(): Promise<void> {
  if (!(await reloadIfOutdated())) toast.error('This part could not be loaded. Please try again.');
}
