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
      {toasts.map((item) => (
        <Message key={item.id} item={item} />
      ))}
    </section>
  );
}

function Message({ item }: { item: Toast }) {
  const failed = item.type === 'error';
  return (
    <div
      className="toast"
      data-type={item.type}
      data-leaving={!item.visible || undefined}
      role={failed ? 'alert' : item.ariaProps.role}
    >
      <p>{typeof item.message === 'function' ? item.message(item) : item.message}</p>
      <button type="button" aria-label="Dismiss" onClick={() => toast.dismiss(item.id)}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
