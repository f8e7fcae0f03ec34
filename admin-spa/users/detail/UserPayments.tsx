import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { checkOf } from '../../payments/can-retry.ts';
import { paymentColumns } from '../../payments/columns.tsx';
import { failedPaymentsKey, PAYMENTS_FAILURE } from '../../payments/queries.ts';
import { useRetries } from '../../payments/use-retries.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { Table } from '../../ui/table/Table.tsx';
import { useRowFocus } from '../../ui/table/use-row-focus.ts';

const TITLE = 'payments-title';
const noDepartures: ReadonlyMap<string, string> = new Map();

/** The key is one of the failed payments, so that a retry changes it. */
function userPaymentsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...failedPaymentsKey, { userId, page }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(failedPayments, {
        query: { userId: Number(userId), page, pageSize: ROWS_PER_CARD },
        signal,
      })),
      page,
    }),
  });
}

/** Shows the failed payments of one user, with the same Retry as on /payment-recovery. */
export function UserPayments({ userId }: { userId: string }) {
  const pages = useCardPage();
  const query = useQuery(userPaymentsQuery(userId, pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data.payments);
  const { checks, retry } = useRetries();
  const frame = useRowFocus((rows ?? []).map(({ id }) => String(id)));
  return (
    <QueryCard
      title="Failed payments"
      titleId={TITLE}
      query={query}
      failure={PAYMENTS_FAILURE}
      rows={rows}
      empty="No failed payments."
    >
      <div className="table-frame" aria-busy={isFetching} {...frame}>
        <Table
          columns={paymentColumns({
            checks,
            retry,
            hasDeadlines: true,
            isRecovered: false,
            departures: noDepartures,
            isMessageShown: true,
            ofOneUser: rows ?? [],
          })}
          rows={rows ?? null}
          keyOf={({ id }) => id}
          className="records wide payments"
          labelledBy={TITLE}
          skeletonRows={1}
          isRowBusy={(payment) => checkOf(payment, checks).state === 'checking'}
        />
      </div>
      <CardPaging label="Pages of the failed payments" pages={pages} answer={data} rows={rows?.length ?? 0} />
    </QueryCard>
  );
}
