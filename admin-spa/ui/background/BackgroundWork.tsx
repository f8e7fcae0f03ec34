import type { UseMutationOptions, UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ComponentType, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { FailedPanel, useErrorToast } from '../feedback/QueryStates.tsx';
import { useSingleMutation } from '../feedback/use-single-mutation.ts';
import { formatCount } from '../format/format.ts';
import { When } from '../format/When.tsx';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';
import { readStoredList, writeStoredList } from '../stored-lists.ts';
import { FramedTable, type TableProps } from '../table/Table.tsx';

/** Work of the server on many rows of a list. */
export type Work = {
  readonly id: number;
  readonly isRunning: boolean;
  /** Such as "Publish: 250 recipes". */
  readonly title: string;
  /** The outcome after its end, such as "Done: 250 changed." */
  readonly result: string;
  /** The same in numbers, each with the address of its rows. */
  readonly numbers: readonly ResultNumber[];
  /** What the result comes to, such as "$49.95 recovered". */
  readonly sum?: string | null;
  readonly startedAt: string;
  readonly startedBy: string | null;
  readonly total: number;
  /** The rows, a part of `total`, that it has not come to. */
  readonly pending: number;
  /** What it waits for. */
  readonly note?: ReactNode;
};

export type ResultNumber = {
  /** Such as "250 changed". */
  readonly text: string;
  readonly tone: 'good' | 'waiting' | 'bad' | 'quiet';
  /** The list of exactly these rows; null if it cannot be shown. */
  readonly address: string | null;
};

/** Older results are among the ended work only. */
const MAX_RESULTS = 3;

type Props<Stopped> = {
  /** It names the work in the browser's storage. */
  name: string;
  query: UseQueryResult;
  /** Undefined until they are loaded. */
  works: readonly Work[] | undefined;
  failure: string;
  /** Such as "Changes of the last day". */
  endedTitle: string;
  stop: UseMutationOptions<Stopped, Error, number>;
  /** Called when work ends that was seen running. */
  onEnd: () => void;
  /** A result for each row. */
  Results: ComponentType<{ id: number; label: string }>;
};

/** Shows the work of all administrators: what runs, and what ended in the last day. */
export function BackgroundWork<Stopped>(props: Props<Stopped>) {
  const { name, query, works, failure, endedTitle, stop, onEnd, Results } = props;
  const { error, errorUpdatedAt, isFetching, refetch } = query;
  // The toast comes once; the panel stays while the works are asked for again.
  useErrorToast(works ? null : error, errorUpdatedAt);
  const running = works?.filter(({ isRunning }) => isRunning) ?? [];
  const ended = works?.filter(({ isRunning }) => !isRunning) ?? [];
  const announcement = useEnds(works, onEnd);
  const { isClosed, close } = useClosedResults(name, ended);

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {error && <FailedPanel message={failure} retry={refetch} isBusy={isFetching} />}
      {running.map((work) => (
        <ListedWork key={work.id} work={work} stop={stop} />
      ))}
      {ended
        .slice(0, MAX_RESULTS)
        .filter(({ id }) => !isClosed(id))
        .map((work) => (
          <Result key={work.id} work={work} close={() => close(work.id)} />
        ))}
      {ended.length > 0 && (
        <details className="ended-work">
          <summary>{`${endedTitle} (${ended.length})`}</summary>
          <ul>
            {ended.map((work) => (
              <EndedWork key={work.id} work={work} Results={Results} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Which results the person has closed. Only those that are listed still are remembered. */
function useClosedResults(name: string, ended: readonly Work[]) {
  const [closed, setClosed] = useState(() => new Set(readStoredList('closed_results', name)));
  return {
    isClosed: (id: number) => closed.has(String(id)),
    close: (id: number) => {
      const listed = ended.map((work) => String(work.id)).filter((one) => closed.has(one));
      const next = new Set([...listed, String(id)]);
      setClosed(next);
      writeStoredList('closed_results', name, [...next]);
    },
  };
}

/** The result of ended work, until it is closed. */
function Result({ work, close }: { work: Work; close: () => void }) {
  const { title, numbers, sum, startedAt, startedBy } = work;
  const section = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(section);
  return (
    <section ref={section} className="work-result" aria-label={`Result of ${title}`}>
      <h2>{title}</h2>
      {sum && <strong>{sum}</strong>}
      <ul>
        {numbers.map(({ text, tone, address }) => (
          <li key={text} className="badge" data-tone={tone}>
            {address === null ? text : <Link href={address}>{text}</Link>}
          </li>
        ))}
      </ul>
      <p className="muted">
        <When at={startedAt} hasTime />
        <span>{startedBy && `, ${startedBy}`}</span>
      </p>
      <button
        type="button"
        className="secondary icon"
        aria-label={`Close the result of ${title}`}
        onClick={close}
      >
        <X aria-hidden="true" />
      </button>
    </section>
  );
}

/** Returns the text of the work that ended last, and calls `onEnd` for each that was seen running. */
function useEnds(works: readonly Work[] | undefined, onEnd: () => void): string {
  const seen = useRef(new Set<number>());
  const latest = useRef(onEnd);
  const [text, setText] = useState('');
  latest.current = onEnd;
  useEffect(() => {
    for (const work of works ?? []) {
      if (work.isRunning) seen.current.add(work.id);
      else if (seen.current.delete(work.id)) {
        setText(`${work.title}. ${work.result}`);
        latest.current();
      }
    }
  }, [works]);
  return text;
}

function ListedWork<Stopped>({ work, stop }: { work: Work } & Pick<Props<Stopped>, 'stop'>) {
  const { mutate, isPending } = useSingleMutation(stop);
  const { id, title, startedBy, total, pending, note } = work;
  const done = total - pending;
  const section = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(section);
  return (
    <RunningWork
      ref={section}
      title={title}
      startedBy={startedBy}
      bar={{ done, total }}
      progress={`${formatCount(done)} of ${formatCount(total)}`}
      action={
        <button
          type="button"
          className="secondary"
          aria-disabled={isPending || undefined}
          onClick={() => mutate(id)}
        >
          Stop<span className="visually-hidden">{` ${title}`}</span>
        </button>
      }
      note={note}
    />
  );
}

type RunningProps = Pick<Work, 'title' | 'note'> & {
  startedBy?: string | null;
  /** Null while the total is unknown. */
  bar: { done: number; total: number } | null;
  /** The bar in words, such as "3 of 250". */
  progress: string;
  action?: ReactNode;
  ref?: Ref<HTMLElement>;
};

/** Shows work of the server that runs. The page may be closed, and every administrator sees the same. */
export function RunningWork({ title, startedBy, bar, progress, action, note, ref }: RunningProps) {
  return (
    <section ref={ref} className="running-work" aria-label={title}>
      <h2>
        <span>{title}</span>
        {startedBy && <span className="muted">{` by ${startedBy}`}</span>}
      </h2>
      <progress {...(bar && { max: Math.max(1, bar.total), value: bar.done })} aria-label={title} />
      <p className="muted">{progress}</p>
      {action}
      {note && <p className="muted">{note}</p>}
    </section>
  );
}

function EndedWork({ work, Results }: { work: Work } & Pick<Props<never>, 'Results'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, title, result, startedAt, startedBy } = work;
  return (
    <li>
      <p>
        <strong>{title}</strong> <span>{result}</span>{' '}
        <span className="muted">
          <When at={startedAt} hasTime />
          <span>{`, ${startedBy ?? ''}`}</span>
        </span>
      </p>
      <button type="button" className="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>{`${isOpen ? 'Hide' : 'Show'} results`}</span>{' '}
        <span className="visually-hidden">{`of ${title}`}</span>
      </button>
      {isOpen && <Results id={id} label={title} />}
    </li>
  );
}

const ROWS_PER_PAGE = 50;

type ResultsProps<Row> = Pick<TableProps<Row>, 'columns' | 'keyOf'> & {
  /** Names the work whose results the table shows. */
  label: string;
  query: UseQueryResult<{ data: readonly Row[]; total: number }>;
  page: number;
  setPage: (page: number) => void;
};

/** A result for each row of work in the background, in pages. */
export function ResultsTable<Row>({ columns, keyOf, label, query, page, setPage }: ResultsProps<Row>) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = query;
  useErrorToast(error, errorUpdatedAt);
  const pages = data ? Math.ceil(data.total / ROWS_PER_PAGE) : 1;
  if (error && !data) {
    return <FailedPanel message="The results couldn’t be loaded." retry={refetch} isBusy={isFetching} />;
  }
  return (
    <>
      <FramedTable
        columns={columns}
        rows={data?.data ?? null}
        keyOf={keyOf}
        className="records narrow"
        caption={`Results of ${label}`}
        skeletonRows={3}
        isBusy={isFetching}
      />
      {pages > 1 && (
        <div className="choices">
          <button
            type="button"
            className="secondary"
            aria-disabled={page === 1 || undefined}
            onClick={() => page > 1 && setPage(page - 1)}
          >
            Previous
          </button>
          <p role="status">{`Page ${page} of ${pages}`}</p>
          <button
            type="button"
            className="secondary"
            aria-disabled={page === pages || undefined}
            onClick={() => page < pages && setPage(page + 1)}
          >
            Next
          </button>
        </div>
      )}
    </>
  );
}
