import { useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import { lazy, OpenedModule } from '../../ui/lazy.tsx';

const timelineDialog = lazy(() => import('./TimelineDialog.tsx'));

type Props = {
  purchaseId: string | number;
  /** The customer's name, for the heading and for screen readers. */
  name: string;
};

/** The timeline opens beside the list, so that no row moves. It needs `payments:read-history`. */
export function TimelineButton({ purchaseId, name }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const can = useCan();
  if (!can('payments:read-history')) return null;
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={`Timeline of the payment of ${name}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Timeline
      </button>
      {isOpen && (
        <OpenedModule code={timelineDialog} close={close}>
          {({ TimelineDialog }) => <TimelineDialog purchaseId={purchaseId} name={name} onClosed={close} />}
        </OpenedModule>
      )}
    </>
  );
}
