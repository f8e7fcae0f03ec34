import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { deleteNote } from '#contract/users/notes.ts';
import { readUserTimeline, type UserTimelineEntry } from '#contract/users/timeline.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Changes } from '../../audit/Changes.tsx';
import { actionLabels } from '../../audit/labels.ts';
import { OutcomeBadge } from '../../payments/labels.tsx';
import { authorOf, detailsOf, rawWords, sourceOf, titleOf } from '../../payments/timeline/entry-texts.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { timelineKey } from '../queries.ts';
import { NoteForm } from './NoteForm.tsx';
import '../../payments/timeline/timeline.scss';

const TITLE = 'user-timeline-title';

/** It needs `users:read-timeline`. All pages are loaded again together, so that none is missing between them. */
function timelineQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: timelineKey(userId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(readUserTimeline, {
        parameters: { userId },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    getNextPageParam: ({ data }) => data.older,
  });
}

type Props = {
  userId: string;
  /** Whether notes can be added and deleted. None is added to a closed account. */
  canNote: boolean;
  isClosed: boolean;
};

/** What happened to a user, newest first, with a form for a note. */
export function UserTimeline({ userId, canNote, isClosed }: Props) {
  const query = useInfiniteQuery(timelineQuery(userId));
  useErrorToast(query.error, query.errorUpdatedAt);
  const list = useRef<HTMLOListElement>(null);
  /** How many were shown when older ones were asked for. */
  const shown = useRef<number | null>(null);
  const entries = query.data?.pages.flatMap(({ data }) => data.entries);
  const count = entries?.length ?? 0;

  // The button may be gone by then: the focus goes to the first of the older ones.
  useEffect(() => {
    if (shown.current === null || count <= shown.current) return;
    const first = list.current?.children[shown.current];
    shown.current = null;
    if (first instanceof HTMLElement) first.focus();
  }, [count]);

  function showOlder() {
    if (query.isFetchingNextPage) return;
    shown.current = count;
    void query.fetchNextPage();
  }

  return (
    <Card title="Timeline" titleId={TITLE} className="card user-timeline">
      {/* Also where the timeline could not be loaded: people may be typing. */}
      {!isClosed && canNote && <NoteForm userId={userId} />}
      <QueryStates query={query} failure="The timeline couldn’t be loaded." isLoaded={entries !== undefined}>
        {entries?.length === 0 && <p className="muted">Nothing has happened yet.</p>}
        {entries && entries.length > 0 && (
          <ol className="timeline" ref={list}>
            {withKeys(entries).map(([key, entry]) => (
              <Entry key={key} entry={entry} userId={userId} canNote={canNote} />
            ))}
          </ol>
        )}
        {!entries && <p className="muted">{'\u00a0'}</p>}
        {query.hasNextPage && (
          <button
            type="button"
            className="secondary"
            aria-disabled={query.isFetchingNextPage || undefined}
            onClick={showOlder}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Show older'}
          </button>
        )}
      </QueryStates>
    </Card>
  );
}

type EntryProps = { entry: UserTimelineEntry; userId: string; canNote: boolean };

function Entry({ entry, userId, canNote }: EntryProps) {
  const item = useRef<HTMLLIElement>(null);
  useHeadingFocusOnRemoval(item);
  const isChange = entry.kind === 'change';
  const raw = isChange ? null : rawWords(entry);
  const author = isChange ? (entry.by ?? 'The user') : authorOf(entry);
  return (
    // It gets the focus of the button that showed it.
    <li ref={item} data-kind={entry.kind} data-source={isChange ? 'person' : sourceOf(entry)} tabIndex={-1}>
      <p className="what">
        <strong>{isChange ? actionLabels[entry.action] : titleOf(entry)}</strong>{' '}
        {entry.kind === 'check' && <OutcomeBadge outcome={entry.outcome} />}
        {entry.kind === 'failure' && entry.recovered && <OutcomeBadge outcome="recovered" />}
        {raw && <code>{raw}</code>}
      </p>
      {isChange && entry.changes.length > 0 && <Changes changes={entry.changes} />}
      {!isChange && detailsOf(entry).map((text) => <p key={text}>{text}</p>)}
      {entry.kind === 'failure' && entry.recovered && (
        <p>
          Recovered on <When at={entry.recovered.at} /> by <bdi>{entry.recovered.by ?? 'the store'}</bdi>
        </p>
      )}
      <small className="muted">
        <When at={entry.at} hasTime />
        {'plan' in entry && (
          <>
            , <bdi>{entry.plan}</bdi>
          </>
        )}
        {author && (
          <>
            , <bdi>{author}</bdi>
          </>
        )}
      </small>{' '}
      {entry.kind === 'note' && canNote && <DeleteNote noteId={entry.id} userId={userId} />}
    </li>
  );
}

function DeleteNote({ noteId, userId }: { noteId: number; userId: string }) {
  const client = useQueryClient();
  const { queryKey } = timelineQuery(userId);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(deleteNote, { parameters: { userId, noteId } }),
    onSuccess: ({ message }) => {
      client.setQueryData(
        queryKey,
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page) => ({
              ...page,
              data: {
                ...page.data,
                entries: page.data.entries.filter((entry) => !(entry.kind === 'note' && entry.id === noteId)),
              },
            })),
          },
      );
      void client.invalidateQueries({ queryKey });
      toast.success(message || 'Note deleted');
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // A colleague may have deleted it.
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
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
  );
}

/** Only notes have an id: those of other rows may hold what only the store may know. */
function withKeys(entries: readonly UserTimelineEntry[]): [string, UserTimelineEntry][] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const name = entry.kind === 'note' ? `note ${entry.id}` : `${entry.kind} ${entry.at}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [`${name} ${count}`, entry];
  });
}
