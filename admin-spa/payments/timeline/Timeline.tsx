import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { readTimeline, type TimelineEntry } from '#contract/purchases/timeline.ts';
import { FailedPanel } from '../../ui/feedback/QueryStates.tsx';
import { When } from '../../ui/format/When.tsx';
import { OutcomeBadge } from '../labels.tsx';
import { timelineKey } from '../queries.ts';
import { authorOf, detailsOf, rawWords, sourceOf, titleOf } from './entry-texts.ts';

type Props = {
  purchaseId: string | number;
  /** Its store is asked for the first time now. */
  isNew?: boolean;
};

/** What happened to a purchase, newest first. */
export function Timeline({ purchaseId, isNew = false }: Props) {
  const [pages, setPages] = useState(1);
  const query = useQuery(timelineQuery(purchaseId, { pages, isNew }));
  const { error, isFetching, isPlaceholderData: isLoadingOlder, refetch } = query;
  // A failure to load older ones keeps those that are shown.
  const latest = useRef(query.data);
  latest.current = query.data ?? latest.current;
  const data = latest.current;
  const list = useRef<HTMLOListElement>(null);
  const entries = data?.entries ?? [];

  /** How many were shown when older ones were asked for. */
  const shown = useRef<number | null>(null);

  function showOlder() {
    if (isLoadingOlder) return;
    shown.current = entries.length;
    if (error) void refetch();
    else setPages(pages + 1);
  }

  // The button may be gone by then: the focus goes to the first of the older ones.
  useEffect(() => {
    if (shown.current === null || entries.length <= shown.current) return;
    const first = list.current?.children[shown.current];
    shown.current = null;
    if (first instanceof HTMLElement) first.focus();
  }, [entries.length]);

  return (
    <div className="timeline-part">
      <p className="visually-hidden" role="status">
        {data && `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} of the timeline`}
      </p>
      {!data && !error && <p role="status">Loading...</p>}
      {data && entries.length === 0 && (
        <p className="muted">{isNew ? 'We’re asking the store.' : 'Nothing is on record yet.'}</p>
      )}
      {entries.length > 0 && (
        <ol className="timeline" ref={list}>
          {withKeys(entries).map(([key, entry]) => (
            <Entry key={key} entry={entry} />
          ))}
        </ol>
      )}
      {error && (
        <FailedPanel message="The timeline couldn’t be loaded." retry={refetch} isBusy={isFetching} />
      )}
      {data?.hasOlder && (
        <button
          type="button"
          className="secondary"
          aria-disabled={isLoadingOlder || undefined}
          onClick={showOlder}
        >
          {isLoadingOlder ? 'Loading...' : 'Show older'}
        </button>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const raw = rawWords(entry);
  const author = authorOf(entry);
  return (
    // Gets the focus of the button that showed it.
    <li data-source={sourceOf(entry)} tabIndex={-1}>
      <p className="what">
        <strong>{titleOf(entry)}</strong> {entry.kind === 'check' && <OutcomeBadge outcome={entry.outcome} />}
        {raw && <code>{raw}</code>}
      </p>
      {detailsOf(entry).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <small className="muted">
        <When at={entry.at} hasTime />
        {author && (
          <>
            , <bdi>{author}</bdi>
          </>
        )}
        {entry.kind === 'question' && entry.times > 1 && (
          <>
            <span>{`. ${entry.times} times since`}</span> <When at={entry.since} hasTime />
          </>
        )}
        {entry.kind === 'notification' && entry.receivedAt && (
          <>
            . Received <When at={entry.receivedAt} hasTime />
          </>
        )}
      </small>
    </li>
  );
}

/** Entries have no id: the ids of their rows may hold what only the store may know. */
function withKeys(entries: readonly TimelineEntry[]): [string, TimelineEntry][] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const name = `${entry.kind} ${entry.at}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [`${name} ${count}`, entry];
  });
}

/** While a store is being asked for the first time. */
const POLL_MS = 2_000;
const MAX_POLLS = 15;

type LoadedTimeline = { entries: TimelineEntry[]; hasOlder: boolean };

/**
 * The newest entries, as `pages` pages: all of them are loaded again, so that
 * none is missing between them. `isNew`: until the first answer of its store, it asks again.
 */
function timelineQuery(purchaseId: string | number, { pages, isNew }: { pages: number; isNew: boolean }) {
  return queryOptions({
    queryKey: [...timelineKey, String(purchaseId), pages],
    // The entries before stay while older ones load.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LoadedTimeline> => {
      const entries: TimelineEntry[] = [];
      let before: string | null = null;
      for (let page = 0; page < pages; page += 1) {
        const query: { before?: string } = before === null ? {} : { before };
        const { data } = await call(readTimeline, { parameters: { purchaseId }, query, signal });
        entries.push(...data.entries);
        before = data.older;
        if (before === null) break;
      }
      return { entries, hasOlder: before !== null };
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const hasAnswer = data?.entries.some(({ kind }) => kind === 'question') ?? false;
      return isNew && !hasAnswer && dataUpdateCount < MAX_POLLS ? POLL_MS : false;
    },
  });
}
