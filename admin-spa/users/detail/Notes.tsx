import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { addNote, deleteNote, listNotes, MAX_NOTE_LENGTH, type Note } from '#contract/users/notes.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { auditKey } from '../queries.ts';
import { useTextDraft } from './text-drafts.ts';

const TITLE = 'notes-title';

/** Begins the keys of the pages of one user's notes. */
const notesKey = (userId: string) => ['users', 'notes', userId] as const;

function notesQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...notesKey(userId), page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page, pageSize: ROWS_PER_CARD };
      return { ...(await call(listNotes, { parameters: { userId }, query, signal })), page };
    },
  });
}

/** Shows what administrators wrote about a user. None is added to a closed account. */
export function Notes({ userId, isClosed }: { userId: string; isClosed: boolean }) {
  const client = useQueryClient();
  const pages = useCardPage();
  const query = useQuery(notesQuery(userId, pages.page));
  useErrorToast(query.error, query.errorUpdatedAt);
  const { data } = query;
  const notes = usePageRows(pages, data, data?.data);

  /** The newest one is on the first page. */
  function showAdded(note: Note) {
    client.setQueryData(
      notesQuery(userId, 1).queryKey,
      (old) => old && { ...old, data: [note, ...old.data] },
    );
    pages.change(1);
  }

  return (
    <Card title="Notes" titleId={TITLE}>
      <QueryStates query={query} failure="The notes couldn’t be loaded." isLoaded={notes !== undefined}>
        {notes && notes.length > 0 && (
          <ul className="notes">
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} userId={userId} />
            ))}
          </ul>
        )}
        {notes?.length === 0 && <p className="muted">No notes yet.</p>}
        {!notes && <p className="muted">{'\u00a0'}</p>}
        <CardPaging label="Pages of the notes" pages={pages} answer={data} rows={notes?.length ?? 0} />
      </QueryStates>
      {/* Also where the notes could not be loaded: people may be typing. */}
      {!isClosed && <NoteForm userId={userId} newest={notes?.[0]?.id} onAdded={showAdded} />}
    </Card>
  );
}

function NoteItem({ note, userId }: { note: Note; userId: string }) {
  const client = useQueryClient();
  const item = useRef<HTMLLIElement>(null);
  useHeadingFocusOnRemoval(item);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(deleteNote, { parameters: { userId, noteId: note.id } }),
    onSuccess: ({ message }) => {
      client.setQueriesData<{ data: Note[] }>(
        { queryKey: notesKey(userId) },
        (old) => old && { ...old, data: old.data.filter(({ id }) => id !== note.id) },
      );
      void client.invalidateQueries({ queryKey: notesKey(userId) });
      void client.invalidateQueries({ queryKey: auditKey(userId) });
      toast.success(message || 'Note deleted');
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // A colleague may have deleted it.
      void client.invalidateQueries({ queryKey: notesKey(userId) });
    },
  });
  return (
    <li ref={item}>
      <p>{note.text}</p>
      <small className="muted">
        <bdi>{note.by}</bdi>, <When at={note.at} hasTime />
      </small>{' '}
      <ConfirmButton
        label="Delete"
        busyLabel="Deleting…"
        isBusy={isPending}
        title="Delete this note?"
        isDestructive
        onConfirm={() => mutate()}
      >
        No administrator can read it anymore. This can’t be undone.
      </ConfirmButton>
    </li>
  );
}

type FormProps = {
  userId: string;
  /** The id of the first note above the form, which moves down with each new one. */
  newest: Note['id'] | undefined;
  onAdded: (note: Note) => void;
};

/** The text stays until it is stored. */
function NoteForm({ userId, newest, onAdded }: FormProps) {
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useTextDraft('note', userId);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (note: string) => call(addNote, { parameters: { userId }, body: { text: note } }),
    onSuccess: ({ data, message }) => {
      onAdded(data);
      void client.invalidateQueries({ queryKey: notesKey(userId) });
      void client.invalidateQueries({ queryKey: auditKey(userId) });
      setText('');
      toast.success(message || 'Note added');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only with another list of notes
  useLayoutEffect(() => {
    const form = field.current?.form;
    if (form?.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' });
  }, [newest]);

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
      <SubmitButton isHydrated isBusy={isPending} label="Add note" sending="Adding…" />
    </form>
  );
}
