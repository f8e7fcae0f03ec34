import { focusHeading } from '../../ui/navigation/use-heading-focus.ts';

/** Covers no control: at the end of the page, and above it while it is longer than the window. */
export function Offer({ later }: { later: () => void }) {
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
          later();
          focusHeading();
        }}
      >
        Later
      </button>
    </aside>
  );
}
