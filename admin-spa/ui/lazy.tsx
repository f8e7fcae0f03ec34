import { type ReactNode, useEffect, useReducer } from 'react';
import { toast } from 'react-hot-toast/headless';
import { reloadIfOutdated } from './is-outdated.ts';

/** A module behind an `import()`. After a failure the next `load` tries again. */
export type Lazy<Code> = {
  readonly load: () => Promise<Code>;
  /** Null until the module is loaded. */
  readonly loaded: Code | null;
};

export function lazy<Code>(importCode: () => Promise<Code>): Lazy<Code> {
  let loaded: Code | null = null;
  let loading: Promise<Code> | null = null;
  return {
    async load() {
      loading ??= importCode();
      try {
        loaded = await loading;
        return loaded;
      } finally {
        loading = null;
      }
    },
    get loaded() {
      return loaded;
    },
  };
}

/** Loads a module before it is needed. Showing it tries again and says what failed. */
export function preload({ load }: Lazy<unknown>): void {
  load().catch(() => undefined);
}

type Props<Code> = {
  code: Lazy<Code>;
  children: (code: Code) => ReactNode;
  /** It shows while the module loads. */
  fallback?: ReactNode;
  onFailed: () => void;
  /** A change of it tries a failed module again. */
  attempt?: unknown;
};

/**
 * Shows what needs a lazy module. Unlike React's `lazy` it shows a loaded module in its first render, and tries again
 * after a failure: when it is mounted anew, or for another attempt.
 */
export function LazyModule<Code>({ code, children, fallback = null, onFailed, attempt }: Props<Code>) {
  const [, showLoaded] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads when it is first shown, and for each attempt
  useEffect(() => {
    if (code.loaded !== null) return;
    let isCurrent = true;
    code.load().then(
      () => isCurrent && showLoaded(),
      () => isCurrent && onFailed(),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, attempt]);
  return code.loaded === null ? fallback : children(code.loaded);
}

type OpenedProps<Code> = Omit<Props<Code>, 'onFailed'> & {
  /** Takes back what opened it. */
  close?: () => void;
};

/** A lazy module that a press has opened, or that may be missing: a failure closes it and is said. */
export function OpenedModule<Code>({ close, ...props }: OpenedProps<Code>) {
  return (
    <LazyModule
      {...props}
      onFailed={() => {
        close?.();
        void sayMissing();
      }}
    />
  );
}

/**
 * A deploy may have removed the file: the reloaded page knows the new one. Chromium before 156 never asks again for
 * a file that failed, as long as the page lives (whatwg/html#6768): there only a reload helps.
 */
export async function sayMissing(): Promise<void> {
  if (!(await reloadIfOutdated()))
    toast.error('This part couldn’t be loaded. Try again, or reload the page.');
}
