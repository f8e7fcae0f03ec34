import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSaveShortcut } from '../../ui/form/use-save-shortcut.ts';

/** Focuses an input by its name, at once and after the screen has focused its heading. Also saves with Ctrl+S. */
export function useEditorFocus(form: RefObject<HTMLFormElement | null>, first: string | null) {
  const focusInput = (name: string) => {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useLayoutEffect(() => {
    if (first) focusInput(first);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (first) queueMicrotask(() => focusInput(first));
  }, []);

  useSaveShortcut(form);

  return focusInput;
}
