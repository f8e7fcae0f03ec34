import { type SyntheticEvent, useRef, useState } from 'react';

/** A message per field that needs another look; the first one gets the focus. */
export type FieldErrors = Readonly<Record<string, string>>;

type Options = {
  /** The first problem with what was typed, in the order people read the form; null where there is none. */
  check: (values: Values) => FieldErrors | null;
  send: (values: Values) => Promise<void>;
  /** What was typed is still in the form. */
  failed: (error: unknown) => void;
};

export type Values = Readonly<Record<string, string>>;

/**
 * What every form does when it is sent: checks, sends once however often it is pressed, keeps what was typed.
 * The fields keep their own values; nothing of them is copied into state.
 */
export function useSubmit({ check, send, failed }: Options) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);

  async function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const found = check(values);
    setErrors(found ?? {});
    if (found) {
      focusField(form, Object.keys(found)[0]);
      return;
    }
    underWay.current = true;
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      failed(error);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  return { errors, sending, onSubmit };
}

function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

function focusField(form: HTMLFormElement, name: string | undefined) {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
