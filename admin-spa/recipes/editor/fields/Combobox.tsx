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
  /**
   * Text that is no existing value is taken only by choosing this option, so that the beginning of a word doesn’t
   * become a value. Null without such text; undefined where any text is a value.
   */
  creation?: string | null;
  onType: (value: string) => void;
  /** Gets the value in its existing spelling when a suggestion is chosen or the input is left. */
  onCommit: (value: string) => void;
  /** Gets the keys that the list of suggestions does not use. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Stands between label and input. */
  children?: ReactNode;
};

/** A text input that suggests existing values. */
export function Combobox({
  name,
  label,
  value,
  known,
  error,
  hint,
  creation,
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
  const isFree = creation === undefined;
  const options = [
    ...found.slice(0, MAX_SUGGESTIONS).map((text) => ({ text, label: text })),
    ...(creation ? [{ text: value, label: creation }] : []),
  ];
  const shown = isOpen ? options : [];
  const chosen = shown[active];

  const open = (how: { isFiltered: boolean }) => {
    setIsOpen(true);
    setIsFiltered(how.isFiltered);
    // Typed text is a value of its own, or else searches one.
    setActive(how.isFiltered && !isFree ? 0 : -1);
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
    const isChoosing = key === 'Enter' || (key === ',' && !isFree);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) {
        open({ isFiltered: false });
        return;
      }
      const count = shown.length;
      const step = key === 'ArrowDown' ? 1 : -1;
      // -1 is the input itself.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (isChoosing && chosen !== undefined) {
      event.preventDefault();
      commit(chosen.text);
    } else if (isChoosing && creation && !isOpen) {
      event.preventDefault();
      open({ isFiltered: true });
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
          aria-expanded={shown.length > 0}
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
          onBlur={() => (creation ? close() : commit(value))}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Existing values" hidden={shown.length === 0}>
          {shown.map(({ text, label: option }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={option}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // The input would lose the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => commit(text)}
            >
              {option}
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
