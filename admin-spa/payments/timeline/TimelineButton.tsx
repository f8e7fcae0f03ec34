import { useId, useRef, useState } from 'react';
import { useLazyPart } from '../../ui/feedback/use-lazy-part.ts';
import { loadTimeline } from './load-timeline.ts';

type Props = {
  purchaseId: string | number;
  /** Whose purchase it is, for the heading and for screen readers. */
  name: string;
};

/** The timeline opens beside the list, so that no row moves. */
export function TimelineButton({ purchaseId, name }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => dialog.current?.close();
  const part = useLazyPart(loadTimeline, { isWanted: isOpen, close });
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={`Timeline of the payment of ${name}`}
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true);
          dialog.current?.showModal();
        }}
      >
        Timeline
      </button>
      <dialog
        ref={dialog}
        className="confirm timeline-dialog"
        aria-labelledby={titleId}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && (
          <>
            <header>
              <h2 id={titleId}>Timeline</h2>
              <button type="button" className="secondary" onClick={close}>
                Close
              </button>
              <p>
                <bdi>{name}</bdi>
              </p>
            </header>
            {part ? <part.Timeline purchaseId={purchaseId} /> : <p role="status">Loading...</p>}
          </>
        )}
      </dialog>
    </>
  );
}
