import { type UseQueryResult, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { InferOutput } from 'valibot';
import { call } from '#client/call.ts';
import { type GivenUpMail, type listGivenUpMails, retryMail as retryMailCall } from '#contract/mails.ts';
import { errorMessage } from '#forms/error-message.ts';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { userAddress } from '../routes.ts';
import { Card } from '../ui/Card.tsx';
import { type CardPage, CardPaging, usePageRows } from '../ui/CardPaging.tsx';
import { FailedPanel, useErrorToast } from '../ui/feedback/QueryStates.tsx';
import { When } from '../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../ui/navigation/use-heading-focus.ts';
import type { Column } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { mailLabels } from './labels.ts';
import { activityKey, givenUpMailsKey, givenUpMailsQuery } from './queries.ts';

const TITLE = 'mails-title';

type Answer = Omit<InferOutput<typeof listGivenUpMails.answer>, 'page'> & { page: number };

type Props = { query: UseQueryResult<Answer>; pages: CardPage };

/** Shows nothing if every mail was sent. */
export function GivenUpMails({ query, pages }: Props) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = query;
  useErrorToast(error, errorUpdatedAt);
  if (error && !data) {
    return (
      <FailedPanel message="The failed emails couldn’t be loaded." retry={refetch} isBusy={isFetching} />
    );
  }
  if (!data) return null;
  // An empty later page gives way to the one before.
  const isNone = data.data.length === 0 && data.page === 1 && pages.page === 1;
  return isNone ? null : <Mails answer={data} pages={pages} isBusy={isFetching} />;
}

type MailsProps = { answer: Answer; pages: CardPage; isBusy: boolean };

function Mails({ answer, pages, isBusy }: MailsProps) {
  const { retryingIds, retryMail } = useRetryMail(pages.page);
  const rows = usePageRows(pages, answer, answer.data);
  const section = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(section);
  const retryColumn: Column<GivenUpMail> = {
    title: 'Action',
    kind: 'actions',
    hasLabel: false,
    cell: (mail) => (
      <RetryButton mail={mail} isRetrying={retryingIds.has(mail.id)} onRetry={() => retryMail(mail.id)} />
    ),
  };
  return (
    <Card ref={section} title="Emails that couldn’t be sent" titleId={TITLE} className="card given-up">
      <FramedTable
        columns={[...mailColumns, retryColumn]}
        rows={rows?.length ? rows : null}
        skeletonRows={1}
        keyOf={({ id }) => id}
        className="records"
        labelledBy={TITLE}
        isBusy={isBusy}
      />
      <CardPaging
        label="Pages of the emails that couldn’t be sent"
        pages={pages}
        answer={answer}
        rows={answer.data.length}
      />
      <p className="muted">They’re deleted 30 days after the last attempt.</p>
    </Card>
  );
}

const mailColumns: readonly Column<GivenUpMail>[] = [
  {
    title: 'Recipient',
    kind: 'address',
    isRowHeader: true,
    cell: ({ recipient, userId }) =>
      userId === null ? (
        <bdi>{recipient}</bdi>
      ) : (
        <AllowedLink needs="users:read" href={userAddress(userId)}>
          <bdi>{recipient}</bdi>
        </AllowedLink>
      ),
  },
  { title: 'Email', cell: ({ kind }) => mailLabels[kind] },
  {
    title: 'Given up',
    kind: 'date',
    importance: 'medium',
    cell: ({ givenUpAt }) => <When at={givenUpAt} hasTime />,
  },
  { title: 'Reason', kind: 'summary', cell: ({ failure }) => failure },
  { title: 'Attempts', kind: 'amount', importance: 'medium', cell: ({ attempts }) => attempts },
];

type RetryProps = { mail: GivenUpMail; isRetrying: boolean; onRetry: () => void };

/** Its row leaves once the mail is sent again, also by a colleague. */
function RetryButton({ mail, isRetrying, onRetry }: RetryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useHeadingFocusOnRemoval(button);
  const label = isRetrying ? 'Retrying…' : 'Retry';
  return (
    <button
      ref={button}
      type="button"
      className="secondary"
      aria-label={`${label}: ${mailLabels[mail.kind]} to ${mail.recipient}`}
      aria-disabled={isRetrying || undefined}
      onClick={onRetry}
    >
      {label}
    </button>
  );
}

const retryKey = ['given-up-mails', 'retry'] as const;

/** Sends one mail at a time per id. `retryingIds` holds the ids of pending calls. */
function useRetryMail(page: number): {
  retryingIds: ReadonlySet<string>;
  retryMail: (id: string) => void;
} {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: retryKey,
    mutationFn: (id: string) => call(retryMailCall, { parameters: { id } }),
    async onSuccess({ message }, id) {
      toast.success(message || 'The email is being sent again.');
      await client.cancelQueries({ queryKey: givenUpMailsKey });
      client.setQueryData(
        givenUpMailsQuery(page).queryKey,
        (old) =>
          old && {
            ...old,
            data: old.data.filter((mail) => mail.id !== id),
            total: old.total === null ? null : Math.max(0, old.total - 1),
          },
      );
    },
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: givenUpMailsKey });
      void client.invalidateQueries({ queryKey: activityKey });
    },
  });
  const retryingIds = new Set(
    useMutationState({
      filters: { mutationKey: retryKey, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  // The cache is asked at the click, because a second one may come before the first one is rendered.
  const isSending = (id: string) =>
    client.isMutating({ mutationKey: retryKey, predicate: ({ state }) => state.variables === id }) > 0;
  return { retryingIds, retryMail: (id) => isSending(id) || mutate(id) };
}
