import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { MINIMUM_TOTAL } from '#contract/list-query.ts';
import { PAYMENTS_PER_PAGE } from '#contract/payments/list.ts';
import { QueryStates } from '../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { formatCount } from '../ui/format/format.ts';
import { Paging } from '../ui/list/Paging.tsx';
import { useListState } from '../ui/list/use-list-state.ts';
import { Table } from '../ui/table/Table.tsx';
import { checkOf } from './can-retry.ts';
import { paymentColumns } from './columns.tsx';
import { failedPaymentsQuery, hasPages, PAYMENTS_FAILURE } from './queries.ts';
import { useRetries } from './use-retries.ts';
import { useRowFocus } from './use-row-focus.ts';

/** /payment-recovery: charges that a store could not collect, with Retry. */
export function PaymentRecovery() {
  const [state, change] = useListState();
  const query = useQuery(failedPaymentsQuery(state.page));
  const { error, errorUpdatedAt, isFetching } = query;
  // The page before stays while another one fails, and with it the focus.
  const latest = useRef(query.data);
  latest.current = query.data ?? latest.current;
  const data = latest.current;
  useErrorToast(error, errorUpdatedAt, PAYMENTS_FAILURE);
  const { checks, retry } = useRetries();
  const rows = data?.data.payments ?? null;
  const isPaged = data ? hasPages(data) : false;
  const total = (isPaged ? data?.total : null) ?? rows?.length ?? 0;
  const isMinimum = data?.features.includes(MINIMUM_TOTAL) ?? false;
  const isBeyondEnd = query.data && rows !== null && state.page > 1 && (rows.length === 0 || !isPaged);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is made anew for each address
  useEffect(() => {
    if (isBeyondEnd) change({ page: 1 }, { replace: true });
  }, [isBeyondEnd]);
  const frame = useRowFocus((rows ?? []).map(({ id }) => String(id)));
  return (
    <>
      <header className="screen-head">
        <h1>Payment Recovery</h1>
        {/* Always rendered, so that screen readers announce changes. */}
        <p role="status" className="count">
          {rows && counted({ total, isMinimum })}
        </p>
      </header>
      <QueryStates query={query} failure={PAYMENTS_FAILURE} isLoaded={rows !== null}>
        <div className="table-frame" aria-busy={isFetching} {...frame}>
          {rows?.length === 0 ? (
            <div className="empty">
              <p>Nothing to recover: a payment that a store could not collect will show up here.</p>
            </div>
          ) : (
            <Table
              columns={paymentColumns(checks, retry)}
              rows={rows}
              keyOf={({ id }) => id}
              className="records widest"
              caption="Failed payments"
              skeletonRows={8}
              rowAttributes={(payment) => ({
                'data-row': payment.id,
                'aria-busy': checkOf(payment, checks).state === 'checking',
              })}
            />
          )}
        </div>
      </QueryStates>
      {rows && isPaged && (total > PAYMENTS_PER_PAGE || state.page > 1) && (
        <Paging
          state={{ ...state, pageSize: PAYMENTS_PER_PAGE }}
          current={{
            // Of the rows that are still shown while the next page loads.
            state: { ...state, page: data?.page ?? state.page, pageSize: PAYMENTS_PER_PAGE },
            total,
            isMinimum,
            rows: rows.length,
          }}
          change={change}
        />
      )}
    </>
  );
}

function counted({ total, isMinimum }: { total: number; isMinimum: boolean }): string {
  const number = total === 0 ? 'No' : `${isMinimum ? 'More than ' : ''}${formatCount(total)}`;
  return `${number} failed ${total === 1 ? 'payment' : 'payments'}`;
}
