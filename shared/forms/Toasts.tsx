import { useEffect } from 'react';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { isComposing } from './is-composing.ts';

/** Not the library's own renderer: it injects a style element, which the content security policy blocks. */
export function Toasts({ duration }: { duration: number }) {
  const { toasts, handlers } = useToaster({ duration, removeDelay: 150 });
  useEffect(() => {
    const dismissAll = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event)) toast.dismiss();
    };
    addEventListener('keydown', dismissAll);
    return () => removeEventListener('keydown', dismissAll);
  }, []);
  return (
    // Hovering only pauses the timers; everything else works without it.
    <section
      className="toasts"
      aria-label="Notifications"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.filter(isNewest).map((item) => (
        <ToastItem key={item.id} item={item} dismiss={() => dismissSame(item, toasts)} />
      ))}
    </section>
  );
}

/** A repeated message replaces the earlier one. */
function isNewest({ type, message }: Toast, index: number, all: readonly Toast[]): boolean {
  // The library puts the newest first.
  return !all.slice(0, index).some((newer) => newer.type === type && newer.message === message);
}

/** Dismisses the replaced ones too. */
function dismissSame({ type, message }: Toast, all: readonly Toast[]): void {
  for (const one of all) {
    if (one.type === type && one.message === message) toast.dismiss(one.id);
  }
}

function ToastItem({ item, dismiss }: { item: Toast; dismiss: () => void }) {
  const isError = item.type === 'error';
  return (
    <div
      className="toast"
      data-type={item.type}
      data-leaving={!item.visible || undefined}
      role={isError ? 'alert' : item.ariaProps.role}
    >
      <p>{typeof item.message === 'function' ? item.message(item) : item.message}</p>
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
