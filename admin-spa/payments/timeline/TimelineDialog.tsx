import { useEffect, useId, useRef } from 'react';
import { Timeline } from './Timeline.tsx';
import './timeline.scss';

type Props = { purchaseId: string | number; name: string; onClosed: () => void };

/** Open while it is rendered. The focus goes back to the button that opened it. */
export function TimelineDialog({ purchaseId, name, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function close() {
    dialog.current?.close();
    onClosed();
  }

  return (
    // The section is where the focus goes if a control in it is removed.
    <dialog ref={dialog} className="confirm timeline-dialog" aria-labelledby={titleId} onClose={onClosed}>
      <section>
        <header>
          <h2 id={titleId}>Timeline</h2>
          <button type="button" className="secondary" onClick={close}>
            Close
          </button>
          <p>
            <bdi>{name}</bdi>
          </p>
        </header>
        <Timeline purchaseId={purchaseId} />
      </section>
    </dialog>
  );
}
