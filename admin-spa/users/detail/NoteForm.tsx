import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { addNote, MAX_NOTE_LENGTH } from '#contract/users/notes.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { timelineKey } from '../queries.ts';
import { useTextDraft } from './text-drafts.ts';

/** Every administrator sees the notes about a user. The text stays until it is stored. */
export function NoteForm({ userId }: { userId: string }) {
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useTextDraft('note', userId);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (note: string) => call(addNote, { parameters: { userId }, body: { text: note } }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
      setText('');
      toast.success(message || 'Note added');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    setIsMissing(text.trim() === '');
    if (text.trim() === '') field.current?.focus();
    else mutate(text.trim());
  }

  const error = isMissing && text.trim() === '';
  return (
    <form className="note-form" noValidate onSubmit={submit}>
      <label htmlFor={id}>New note</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={isPending}
        aria-invalid={error || undefined}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      {error ? (
        <small id={`${id}-error`} className="error">
          Note is required
        </small>
      ) : (
        <small id={`${id}-hint`} className="hint">
          Every administrator sees it. It’s erased with the account.
        </small>
      )}
      <SubmitButton isHydrated isBusy={isPending} label="Add note" sending="Adding…" isQuiet />
    </form>
  );
}
