import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { RowPlace } from './use-opened-row.ts';
import './drawer.scss';

type Props = {
  title: string;
  /** What it shows, in the names of the buttons: "payment". */
  noun: string;
  /** The id of the row. */
  id: string | number;
  place: RowPlace;
  children: ReactNode;
};

/** The details of a row beside its list, which stays usable: J and K or the arrows walk through the rows, Escape closes. */
export function Drawer({ title, noun, id, place, children }: Props) {
  const titleId = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { index, isListed, total, openAt, leave, close } = place;
  const previous = index - 1;
  // The next row has moved up to where this one was.
  const next = isListed ? index + 1 : index;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForDrawer(event, panel.current)) return;
    if (event.key === 'Escape') close();
    else if (isKey(event, 'j', 'ArrowDown')) openAt(next);
    else if (isKey(event, 'k', 'ArrowUp')) openAt(previous);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) heading.current?.focus();
    document.querySelector(`[data-row="${CSS.escape(String(id))}"]`)?.scrollIntoView({ block: 'nearest' });
    panel.current?.scrollTo?.({ top: 0 });
  }, [id]);

  return (
    <dialog
      open
      ref={panel}
      className="drawer"
      aria-labelledby={titleId}
      onBlur={({ currentTarget, relatedTarget }) => {
        // It would cover what has the focus now. A question covers the drawer, and gives the focus back.
        if (!(relatedTarget instanceof Element) || relatedTarget.matches('.opener')) return;
        if (!currentTarget.contains(relatedTarget) && !relatedTarget.closest('dialog')) leave();
      }}
    >
      <section>
        <header>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h2>
          <p className="place" role="status">
            <span className="visually-hidden">{`${title}, `}</span>
            {isListed ? `${index + 1} of ${total}` : 'No longer in this list'}
          </p>
          <StepButton label={`Previous ${noun}`} isPossible={previous >= 0} step={() => openAt(previous)}>
            <ChevronUp aria-hidden="true" />
          </StepButton>
          <StepButton label={`Next ${noun}`} isPossible={next < total} step={() => openAt(next)}>
            <ChevronDown aria-hidden="true" />
          </StepButton>
          <StepButton label="Close" isPossible step={close}>
            <X aria-hidden="true" />
          </StepButton>
        </header>
        {children}
      </section>
    </dialog>
  );
}

/** Not while something is typed or asked, and not with keys that belong to the browser. */
function isForDrawer(event: KeyboardEvent, panel: Element | null): boolean {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  // Radio buttons take the arrows only.
  if (target.matches('[type="radio"]') && key.startsWith('Arrow')) return false;
  if (target.matches('input:not([type="radio"]), textarea, select, [contenteditable]')) return false;
  const dialog = target.closest('dialog');
  return dialog === null ? target.matches('body, .opener') : dialog === panel;
}

/** Letters also with Shift or the caps lock. */
function isKey({ key }: KeyboardEvent, letter: string, arrow: string): boolean {
  return key === arrow || key.toLowerCase() === letter;
}

type StepProps = { label: string; isPossible: boolean; step: () => void; children: ReactNode };

function StepButton({ label, isPossible, step, children }: StepProps) {
  return (
    <button
      type="button"
      className="secondary icon"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && step()}
    >
      {children}
    </button>
  );
}

/** A line of the list of facts. A fact that was not sent has none. */
export function DrawerFact({ term, children }: { term: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
