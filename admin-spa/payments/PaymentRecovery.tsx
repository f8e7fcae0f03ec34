import { useQuery } from '@tanstack/react-query';
import { QueryStates } from '../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { formatCount } from '../ui/format/format.ts';
import { Table } from '../ui/table/Table.tsx';
import { checkOf } from './can-retry.ts';
import { paymentColumns } from './columns.tsx';
import { failedPaymentsQuery, PAYMENTS_FAILURE } from './queries.ts';
import { useRetries } from './use-retries.ts';
import { useRowFocus } from './use-row-focus.ts';

/** /payment-recovery: charges that a store could not collect, with Retry. */
export function PaymentRecovery() {
  const query = useQuery(failedPaymentsQuery);
  const { data, error, errorUpdatedAt, isFetching } = query;
  useErrorToast(error, errorUpdatedAt, PAYMENTS_FAILURE);
  const { checks, retry } = useRetries();
  const rows = data?.data.payments ?? null;
  const frame = useRowFocus((rows ?? []).map(({ id }) => String(id)));
  return (
    <>
      <header className="screen-head">
        <h1>Payment Recovery</h1>
        {/* Always rendered, so that screen readers announce changes. */}
        <p role="status" className="count">
          {rows && counted(rows.length)}
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
    </>
  );
}

function counted(count: number): string {
  return `${count === 0 ? 'No' : formatCount(count)} failed ${count === 1 ? 'payment' : 'payments'}`;
}
