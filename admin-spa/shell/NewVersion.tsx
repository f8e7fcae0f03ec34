import { useEffect, useState } from 'react';
import { useHasUnsaved } from '../ui/form/unsaved.ts';
import { isOutdated } from '../ui/is-outdated.ts';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';

const CHECK_MS = 600_000;

/** Says that a new version of the console is ready. Asks for one at intervals, and when the tab is shown again. */
export function NewVersion() {
  const [isReady, setIsReady] = useState(false);
  // What is typed comes first: the notice waits until it is saved or discarded.
  const hasUnsaved = useHasUnsaved();

  useEffect(() => {
    let checkedAt = Date.now();
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_MS) return;
      checkedAt = Date.now();
      if (await isOutdated()) setIsReady(true);
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);

  return isReady && !hasUnsaved ? <Notice onLater={() => setIsReady(false)} /> : null;
}

/** It covers no control: it is at the end of the page, and stays in sight while the page is longer than the window. */
function Notice({ onLater }: { onLater: () => void }) {
  return (
    <aside className="new-version" aria-label="New version">
      <p role="status">A new version of this console is ready.</p>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
      <button
        type="button"
        className="secondary"
        onClick={() => {
          onLater();
          focusHeading();
        }}
      >
        Later
      </button>
    </aside>
  );
}
