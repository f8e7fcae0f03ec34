import { useState } from 'react';
import { ageOf, type Draft } from './drafts.ts';

type Props = { draft: Draft; onRestore: () => void; onDiscard: () => void };

export function DraftOffer({ draft, onRestore, onDiscard }: Props) {
  // The age stays as it was when the draft was offered.
  const [age] = useState(() => ageOf(draft, Date.now()));
  return (
    <section className="offer" aria-label="Unsaved draft">
      <p role="status">{`You have an unsaved draft of this recipe, from ${age}. Restore it or discard the draft to continue.`}</p>
      <div className="choices">
        <button type="button" onClick={onRestore}>
          Restore draft
        </button>
        <button type="button" className="secondary" onClick={onDiscard}>
          Discard draft
        </button>
      </div>
    </section>
  );
}
