import { useEffect, useRef } from 'react';
import { isSameForm } from '../state/recipe-form.ts';
import { type Draft, dropDraft, type OpenDraft, saveDraft } from './drafts.ts';

/** During typing, a draft is written once in this time. */
const WRITE_INTERVAL_MS = 1_000;

type Options = {
  open: OpenDraft;
  read: () => Omit<Draft, 'savedAt'>;
  /** Is another object after each change. */
  changed: unknown;
  /** While an older draft is offered, it is not replaced. */
  isPaused: boolean;
};

/**
 * Keeps what is typed as a draft: soon, when the page is hidden, and when the screen is left. A form as it
 * was loaded needs none. Returns the function that forgets what is not written yet.
 */
export function useDraftWriter({ open: { key, release }, read, changed, isPaused }: Options): () => void {
  const latest = useRef(read);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  latest.current = read;

  const forget = useRef(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  });
  const write = useRef(() => {
    if (timer.current === null) return;
    forget.current();
    const typed = latest.current();
    if (isSameForm(typed.form, typed.base)) dropDraft(key);
    else saveDraft(key, { ...typed, savedAt: Date.now() });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change needs a write
  useEffect(() => {
    if (!isPaused) timer.current ??= setTimeout(() => whenIdle(write.current), WRITE_INTERVAL_MS);
  }, [changed, isPaused]);

  useEffect(() => {
    const flush = write.current;
    // `beforeunload` comes before the next page is asked for; what is written at `pagehide` may be too late for it.
    addEventListener('beforeunload', flush);
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('beforeunload', flush);
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
      release();
    };
  }, [release]);

  return forget.current;
}

/** Works between two keys, so that none waits for the draft. */
function whenIdle(work: () => void): void {
  // Safari lacks it.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: WRITE_INTERVAL_MS });
  else work();
}
