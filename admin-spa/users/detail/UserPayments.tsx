import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { checkOf } from '../../payments/can-retry.ts';
import { paymentColumns } from '../../payments/columns.tsx';
import { usePaymentDrawer } from '../../payments/drawer/use-payment-drawer.tsx';
import { OutcomeBadge } from '../../payments/labels.tsx';
import { failedPaymentsKey, PAYMENTS_FAILURE } from '../../payments/queries.ts';
import { useRetries } from '../../payments/use-retries.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { Table } from '../../ui/table/Table.tsx';
import { useRowFocus } from '../../ui/table/use-row-focus.ts';
import { historiesKey } from '../queries.ts';

const TITLE = 'payments-title';
const MAX_RECOVERED = 5;
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

/** A payment that was recovered stays visible on the page of its customer. It is loaded again with the histories. */
function recoveredQuery(userId: string) {
  return queryOptions({
    queryKey: [...historiesKey, 'recovered', userId],
    queryFn: ({ signal }) =>
      call(failedPayments, {
        query: { userId: Number(userId), state: 'recovered', pageSize: MAX_RECOVERED },
        signal,
      }),
  });
}

/** Shows the failed payments of one user, with the same Retry as on /payment-recovery, and the last recovered ones. */
export function UserPayments({ userId }: { userId: string }) {
  const pages = useCardPage();
  const query = useQuery(userPaymentsQuery(userId, pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data.payments);
  const recovered = useQuery(recoveredQuery(userId)).data?.data.payments ?? [];
  const { checks, retry } = useRetries();
  const { drawer, open, openId } = usePaymentDrawer({ rows: rows ?? [], checks, retry });
  const frame = useRowFocus((rows ?? []).map(({ id }) => String(id)));
  return (
    <QueryCard
      title="Failed payments"
      titleId={TITLE}
      query={query}
      failure={PAYMENTS_FAILURE}
      // It is not empty as long as something was recovered.
      rows={rows?.length === 0 ? recovered : rows}
      empty="No failed payments."
    >
      {rows?.length !== 0 && (
        <div className="table-frame" aria-busy={isFetching} {...frame}>
          <Table
            columns={paymentColumns({
              checks,
              retry,
              open,
              openId,
              rows: rows ?? [],
              hasChecks: true,
              isRecovered: false,
              departures: noDepartures,
              isOfOneUser: true,
            })}
            rows={rows ?? null}
            keyOf={({ id }) => id}
            className="records own-rows payments"
            labelledBy={TITLE}
            skeletonRows={1}
            isRowBusy={(payment) => checkOf(payment, checks).state === 'checking'}
          />
        </div>
      )}
      {recovered.length > 0 && (
        <ul className="recovered" aria-label="Recovered payments">
          {recovered.map((payment) => (
            <li key={payment.id}>
              <OutcomeBadge outcome="recovered" /> <bdi>{payment.product_id ?? EMPTY_VALUE}</bdi>
              <span className="muted">
                failed on <When at={payment.created_at} />, recovered on <When at={payment.recovered_at} /> by{' '}
                <bdi>{payment.recovered_by ?? 'the store'}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      <CardPaging label="Pages of the failed payments" pages={pages} answer={data} rows={rows?.length ?? 0} />
      {drawer}
    </QueryCard>
  );
}
