import { type SyntheticEvent, useRef, useState } from 'react';

/** By field name; the first one gets the focus. */
export type FieldErrors = Readonly<Record<string, string>>;

type Options = {
  /** In the order of the fields; null if all are valid. */
  check: (values: Values) => FieldErrors | null;
  send: (values: Values) => Promise<void>;
  failed: (error: unknown) => void;
};

export type Values = Readonly<Record<string, string>>;

/** Validates and sends once at a time. The fields are uncontrolled and keep their values. */
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
