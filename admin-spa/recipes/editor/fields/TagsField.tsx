import type { KeyboardEvent } from 'react';
import { fold } from '../../../ui/format/fold.ts';
import type { Change } from '../state/editor-state.ts';
import type { TagField } from '../state/recipe-form.ts';
import { knownSpelling, newTags, removeDoubles } from '../state/spelling.ts';
import type { Announce } from '../use-announcer.tsx';
import { Combobox } from './Combobox.tsx';

type Props = {
  field: TagField;
  label: string;
  /** One of them, as in "Remove meal type Lunch". */
  noun: string;
  tags: readonly string[];
  typed: string;
  known: readonly string[];
  error: string | undefined;
  change: Change;
  announce: Announce;
};

/** Enter or a comma adds the option that is marked. Text that is no existing tag stays until its creation is chosen. */
export function TagsField({ field, label, noun, tags, typed, known, error, change, announce }: Props) {
  const set = (next: readonly string[], text: string) =>
    change({ type: 'tags', field, tags: next, typed: text });

  function add(text: string) {
    const added = text
      .split(',')
      .map((part) => knownSpelling(part, known))
      .filter(Boolean);
    set(removeDoubles([...tags, ...added]), '');
    if (added.length > 0) announce(`${added.join(', ')} added`);
  }

  function remove(tag: string) {
    set(
      tags.filter((other) => other !== tag),
      typed,
    );
    announce(`${tag} removed`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = tags.at(-1);
    if (event.key === 'Enter') {
      // Enter never sends the form from here.
      event.preventDefault();
      add(typed);
    }
    if (event.key === ',') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  }

  return (
    <Combobox
      name={field}
      label={label}
      value={typed}
      known={known.filter((value) => !tags.some((tag) => fold(tag) === fold(value)))}
      error={error}
      creation={creationText(typed, [...known, ...tags])}
      onType={(text) => set(tags, text)}
      onCommit={(text) => text && add(text)}
      onKeyDown={onKeyDown}
    >
      {tags.length > 0 && (
        <ul className="tags chosen">
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
              <button
                type="button"
                aria-label={`Remove ${noun} ${tag}`}
                onClick={(event) => {
                  // The button goes with its tag.
                  event.currentTarget.closest('.field')?.querySelector('input')?.focus();
                  remove(tag);
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Combobox>
  );
}

/** Names the new tags in the typed text, such as "Create “Din”"; null without one. */
function creationText(typed: string, existing: readonly string[]): string | null {
  const added = newTags(typed, existing);
  return added.length > 0 ? `Create ${added.map((tag) => `“${tag}”`).join(', ')}` : null;
}
