import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { reloadIfOutdated } from '../is-outdated.ts';

type Options = {
  isWanted: boolean;
  /** A part behind a button may be wanted before the press: only a press says that it failed. */
  isOpen?: boolean;
  /** After such a failure, so that the next press tries again. */
  close?: () => void;
};

/** Remembers its part, for the first frame of a screen that is shown again. */
type Loader<Part> = { (): Promise<Part>; loaded?: Part };

/** Loads an optional part of a screen. Null until it has loaded. `load` is always the same function. */
export function useLazyPart<Part extends object>(
  load: Loader<Part>,
  { isWanted, isOpen = isWanted, close }: Options,
): Part | null {
  const [part, setPart] = useState(isWanted ? (load.loaded ?? null) : null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isWanted && !isOpen) return;
    let isCurrent = true;
    load().then(
      (loaded) => {
        load.loaded = loaded;
        if (isCurrent) setPart(loaded);
      },
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

/**
 * A deploy may have removed the file: the reloaded page knows the new one. Chromium before 156 never asks again for
 * a file that failed, as long as the page lives (whatwg/html#6768): there only a reload helps.
 */
export async function sayMissing(): Promise<void> {
  if (!(await reloadIfOutdated()))
    toast.error('This part couldn’t be loaded. Try again, or reload the page.');
}
