import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { deleteNote, type Note } from '#contract/users/notes.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Card } from '../../ui/Card.tsx';
import { CardPaging, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { When } from '../../ui/date/When.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { notesQuery } from '../detail/history-queries.ts';
import { auditKey, notesKey } from '../queries.ts';
import { NoteForm } from './NoteForm.tsx';

const TITLE = 'notes-title';

/** What administrators wrote about a user. None is added to a closed account. */
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
