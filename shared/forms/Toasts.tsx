import { useEffect } from 'react';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';

/**
 * Notifications at the top centre, announced when they appear. The library's own renderer injects a style
 * element, which the content security policy forbids; this one is plain markup.
 */
export function Toasts({ duration }: { duration: number }) {
  const { toasts, handlers } = useToaster({ duration, removeDelay: 150 });
  useEffect(() => {
    const dismissAll = (event: KeyboardEvent) => {
      if (event.key === 'Escape') toast.dismiss();
    };
    addEventListener('keydown', dismissAll);
    return () => removeEventListener('keydown', dismissAll);
  }, []);
  return (
    // Hovering only pauses the clock: nothing here is reached by it alone.
    <section
      className="toasts"
      aria-label="Notifications"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.filter(isNewest).map((item) => (
        <Message key={item.id} item={item} dismiss={() => dismissLike(item, toasts)} />
      ))}
    </section>
  );
}

/** The same words again take the place of the earlier ones; different ones stand below one another. */
function isNewest({ type, message }: Toast, place: number, all: readonly Toast[]): boolean {
  // The library puts the newest first.
  return !all.slice(0, place).some((newer) => newer.type === type && newer.message === message);
}

/** The earlier ones that it has taken the place of go with it. */
function dismissLike({ type, message }: Toast, all: readonly Toast[]): void {
  for (const one of all) {
    if (one.type === type && one.message === message) toast.dismiss(one.id);
  }
}

function Message({ item, dismiss }: { item: Toast; dismiss: () => void }) {
  const failed = item.type === 'error';
  return (
    <div
      className="toast"
      data-type={item.type}
      data-leaving={!item.visible || undefined}
      role={failed ? 'alert' : item.ariaProps.role}
    >
      <p>{typeof item.message === 'function' ? item.message(item) : item.message}</p>
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
