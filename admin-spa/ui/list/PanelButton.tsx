import { Columns3, Download, ListFilter, type LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

/** The panels between the search and the rows of a list: at most one is open. */
export type Panels<Name extends string> = {
  readonly open: Name | null;
  /** The id of the element that contains the open panel. */
  readonly id: string;
  readonly toggle: (name: Name) => void;
  readonly show: (name: Name) => void;
  readonly close: () => void;
};

const TYPED = 'input:not([type="checkbox"])';

/** The panels that a list of records may have. */
export type ListPanel = 'filters' | 'columns' | 'export';

export function usePanels<Name extends string>(): Panels<Name> {
  const [open, setOpen] = useState<Name | null>(null);
  const id = useId();
  useEffect(() => {
    if (open === null) return;
    return onEscape(id, () => setOpen(null));
  }, [open, id]);
  return {
    open,
    id,
    toggle: (name) => setOpen(open === name ? null : name),
    show: setOpen,
    close: () => setOpen(null),
  };
}

/** Escape in the panel or on its button closes it and focuses the button. A field for typing keeps its Escape. */
function onEscape(id: string, close: () => void): () => void {
  const onKey = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || !(target instanceof Element) || target.matches(TYPED)) return;
    if (!target.closest(`[id="${id}"], [aria-controls="${id}"]`)) return;
    document.querySelector<HTMLElement>(`[aria-controls="${id}"][aria-expanded="true"]`)?.focus();
    close();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

type Props<Name extends string> = {
  panels: Panels<Name>;
  name: Name;
  label: string;
  className?: string;
  ref?: RefObject<HTMLButtonElement | null>;
};

/** View tools are quiet buttons with an icon; any other panel has a plain button. */
const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  filters: ListFilter,
  columns: Columns3,
  export: Download,
};

/** An address that ends with `#` and the name of the panel opens it, once. */
export function PanelButton<Name extends string>({ panels, name, label, className, ref }: Props<Name>) {
  const Icon = icons[name];
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when the button appears or the hash changes
  useEffect(() => {
    const openByHash = () => {
      if (location.hash !== `#${name}`) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      panels.show(name);
      // The heading of a screen that has just come takes the focus first.
      queueMicrotask(() => button.current?.focus());
    };
    openByHash();
    addEventListener('hashchange', openByHash);
    return () => removeEventListener('hashchange', openByHash);
  }, []);
  return (
    <button
      ref={(element) => {
        button.current = element;
        if (ref) ref.current = element;
      }}
      type="button"
      className={className ?? (Icon ? 'tool' : 'secondary')}
      aria-expanded={panels.open === name}
      aria-controls={panels.id}
      onClick={() => panels.toggle(name)}
    >
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </button>
  );
}
