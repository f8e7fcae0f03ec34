import { useState } from 'react';
import { useLazyPart } from '../../ui/feedback/use-lazy-part.ts';
import { loadTimeline } from './load-timeline.ts';

type Props = {
  purchaseId: string | number;
  /** The customer's name, for the heading and for screen readers. */
  name: string;
};

/** The timeline opens beside the list, so that no row moves. */
export function TimelineButton({ purchaseId, name }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const part = useLazyPart(loadTimeline, { isWanted: isOpen, close });
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
      {part && isOpen && <part.TimelineDialog purchaseId={purchaseId} name={name} onClosed={close} />}
    </>
  );
}
