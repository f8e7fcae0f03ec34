import { useQuery } from '@tanstack/react-query';
import { FailedPanel } from '../ui/feedback/FailedPanel.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { formatCount } from '../ui/format/format.ts';
import { PaymentsTable } from './PaymentsTable.tsx';
import { failedPaymentsList, PAYMENTS_FAILURE } from './queries.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRetries } from './use-retries.ts';

/** /payment-recovery: payments that a store could not collect, and the way to ask it again. */
export function PaymentRecovery() {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(failedPaymentsList);
  useErrorToast(error, errorUpdatedAt, PAYMENTS_FAILURE);
  const { checks, retry } = useRetries();
  const rows = data?.data.payments ?? null;
  const frame = useKeptFocus((rows ?? []).map(({ id }) => String(id)));
  return (
    <>
      <header className="screen-head">
        <h1>Payment Recovery</h1>
        {/* Always there, so that a change of it is read out. */}
        <p role="status" className="count">
          {rows && counted(rows.length)}
        </p>
      </header>
      {error && <FailedPanel message={PAYMENTS_FAILURE} retry={refetch} busy={isFetching} />}
      {!rows && !error && <Loading />}
      {(rows || !error) && (
        <div className="table-frame" aria-busy={isFetching} {...frame}>
          {rows?.length === 0 ? (
            <div className="empty">
              <p>Nothing to recover: a payment that a store could not collect will show up here.</p>
            </div>
          ) : (
            <PaymentsTable rows={rows} checks={checks} retry={retry} />
          )}
        </div>
      )}
    </>
  );
}

function counted(count: number): string {
  return `${count === 0 ? 'No' : formatCount(count)} failed ${count === 1 ? 'payment' : 'payments'}`;
}
