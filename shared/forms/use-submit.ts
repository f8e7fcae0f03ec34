import { type SyntheticEvent, useRef, useState } from 'react';

/** By field name; the first one gets the focus. */
export type FieldErrors = Readonly<Record<string, string>>;

type Options = {
  /** In the order of the fields; null if all are valid. */
  validate: (values: FormValues) => FieldErrors | null;
  /** Resolves with `LEAVING` if the page is about to change: the form stays busy, and nothing is sent again. */
  send: (values: FormValues) => Promise<unknown>;
  onError: (error: unknown) => void;
};

/** What `send` resolves with if the page is about to change. */
export const LEAVING = Symbol('leaving');

export type FormValues = Readonly<Record<string, string>>;

/** Validates and sends once at a time. The fields are uncontrolled and keep their values. */
export function useSubmit({ validate, send, onError }: Options) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setIsSending] = useState(false);
  const isSubmitting = useRef(false);

  async function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting.current) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const problems = validate(values);
    setErrors(problems ?? {});
    if (problems) {
      focusField(form, Object.keys(problems)[0]);
      return;
    }
    isSubmitting.current = true;
    setIsSending(true);
    let isLeaving = false;
    try {
      isLeaving = (await send(values)) === LEAVING;
    } catch (error) {
      onError(error);
    } finally {
      isSubmitting.current = isLeaving;
      setIsSending(isLeaving);
    }
  }

  return { errors, isSending, onSubmit };
}

function valuesOf(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

function focusField(form: HTMLFormElement, name: string | undefined) {
  const found = name === undefined ? null : form.elements.namedItem(name);
  // A group of radio buttons is a list.
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}
