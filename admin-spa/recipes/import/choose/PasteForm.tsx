import { type Dispatch, type SetStateAction, useId, useRef, useState } from 'react';
import { useUnsavedForm } from '../../../ui/form/unsaved.ts';
import { pastedFile } from './accepted-files.ts';

type Props = {
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  /** Resolves to whether it is uploaded. */
  add: (file: File) => Promise<boolean>;
};

/** The text stays until it is uploaded. */
export function PasteForm({ text, setText, add }: Props) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [sentText, setSentText] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isSending = sentText !== null && sentText === text;
  useUnsavedForm({ isUnsaved: text !== '' });

  async function send() {
    if (isSending) return;
    const isEmpty = text.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) return area.current?.focus();
    setSentText(text);
    const isUploaded = await add(pastedFile(text));
    setSentText(null);
    if (isUploaded) setText((now) => (now === text ? '' : now));
  }

  return (
    <form
      className="field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={`${id}-text`}>JSON-LD or CSV</label>
      <textarea
        ref={area}
        id={`${id}-text`}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={'title,ingredients,steps'}
        value={text}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {isMissing && (
        <span id={`${id}-error`} className="error">
          Paste some text first.
        </span>
      )}
      <button type="submit" className="secondary" aria-disabled={isSending || undefined}>
        {isSending ? 'Adding…' : 'Add the text'}
      </button>
    </form>
  );
}
