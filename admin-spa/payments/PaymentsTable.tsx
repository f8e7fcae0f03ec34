import type { FailedPayment } from '#contract/payments.ts';
import { formatDate, NOTHING } from '../ui/format.ts';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { noteOn } from './failure.ts';

const columns = ['Email', 'Product', 'Platform', 'Error message', 'Date', 'Action'] as const;
const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

type Retry = (payment: FailedPayment) => void;
type Props = { rows: readonly FailedPayment[] | null; checks: Checks; retry: Retry };

/** Failed payments, newest first; null while they load. */
export function PaymentsTable({ rows, checks, retry }: Props) {
  return (
    <table className="records payments">
      <caption className="visually-hidden">Failed payments</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} checks={checks} retry={retry} />
        )) ?? <SkeletonRows rows={8} columns={columns.length} />}
      </tbody>
    </table>
  );
}

function PaymentLine({ payment, checks, retry }: { payment: FailedPayment; checks: Checks; retry: Retry }) {
  const { email, product_id, platform, error_message, created_at } = payment;
  const check = checkOf(payment, checks);
  const label = check.state === 'checking' ? 'Checking…' : 'Retry';
  return (
    <tr data-row={payment.id} aria-busy={check.state === 'checking'}>
      <th scope="row" className="address">
        <bdi>{email ?? NOTHING}</bdi>
      </th>
      <td data-label="Product">{product_id ?? NOTHING}</td>
      <td data-label="Platform">{platforms[platform ?? ''] ?? platform ?? NOTHING}</td>
      <td data-label="Error message">
        <div>
          {error_message ?? NOTHING}
          {check.state === 'failed' && <small className="note">{noteOn(check.outcome)}</small>}
        </div>
      </td>
      <td data-label="Date" className="when">
        {formatDate(created_at)}
      </td>
      <td className="actions">
        <button
          type="button"
          className="secondary"
          aria-label={`${label} payment of ${email ?? 'an unknown user'}`}
          aria-disabled={!canRetry(payment, checks) || undefined}
          onClick={() => retry(payment)}
        >
          {label}
        </button>
      </td>
    </tr>
  );
}
