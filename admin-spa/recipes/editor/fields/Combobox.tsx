import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isComposing } from '#forms/is-composing.ts';
import { knownSpelling, matching } from '../state/spelling.ts';

const MAX_SUGGESTIONS = 8;

type Props = {
  name: string;
  label: string;
  value: string;
  known: readonly string[];
  error?: string | undefined;
  hint?: string;
  onType: (value: string) => void;
  /** Gets the value in its existing spelling when a suggestion is chosen or the input is left. */
  onCommit: (value: string) => void;
  /** Gets the keys that the list of suggestions does not use. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Stands between label and input. */
  children?: ReactNode;
};

/** A text input that suggests existing values. Any other text may be typed too. */
export function Combobox({
  name,
  label,
  value,
  known,
  error,
  hint,
  onType,
  onCommit,
  onKeyDown,
  children,
}: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  // Opened without typing, the list shows what else there is.
  const [isFiltered, setIsFiltered] = useState(false);
  const [active, setActive] = useState(-1);
  const found = matching(isFiltered ? value : '', known).filter((suggestion) => suggestion !== value);
  const suggestions = isOpen ? found.slice(0, MAX_SUGGESTIONS) : [];
  const chosen = suggestions[active];

  const open = (how: { isFiltered: boolean }) => {
    setIsOpen(true);
    setIsFiltered(how.isFiltered);
    setActive(-1);
  };
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const commit = (text: string) => {
    close();
    onCommit(knownSpelling(text, known));
  };

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent) || event.altKey) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) {
        open({ isFiltered: false });
        return;
      }
      const count = suggestions.length;
      const step = key === 'ArrowDown' ? 1 : -1;
      // -1 is the input itself.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      commit(chosen);
    } else onKeyDown?.(event);
  }

  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field combobox">
      <label htmlFor={id}>{label}</label>
      {children}
      <div className="suggested">
        <input
          id={id}
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            open({ isFiltered: true });
            onType(event.target.value);
          }}
          onClick={() => isOpen || open({ isFiltered: false })}
          onKeyDown={onKey}
          onBlur={() => commit(value)}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Existing values" hidden={suggestions.length === 0}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={suggestion}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // The input would lose the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => commit(suggestion)}
            >
              {suggestion}
            </div>
          ))}
        </div>
      </div>
      {hint && (
        <small id={`${id}-hint`} className="hint">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="error">
          {error}
        </small>
      )}
    </div>
  );
}
