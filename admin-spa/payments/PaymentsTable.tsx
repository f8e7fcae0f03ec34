import type { FailedPayment } from '#contract/payments.ts';
import { formatDate, NOTHING } from '../ui/format/format.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { useWideScreen } from '../ui/table/use-wide-screen.ts';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { LastCheck } from './LastCheck.tsx';

const columns = ['Email', 'Product', 'Platform', 'Error message', 'Date', 'Action'];
/** Elsewhere the last check stands below the error message. */
const wideColumns = columns.toSpliced(4, 0, 'Last check');
const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

type Retry = (payment: FailedPayment) => void;
type Props = { rows: readonly FailedPayment[] | null; checks: Checks; retry: Retry };

/** Failed payments, newest first; null while they load. */
export function PaymentsTable({ rows, checks, retry }: Props) {
  const wide = useWideScreen();
  const shown = wide ? wideColumns : columns;
  return (
    <table className="records widest">
      <caption className="visually-hidden">Failed payments</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} checks={checks} retry={retry} wide={wide} />
        )) ?? <SkeletonRows rows={8} columns={shown.length} />}
      </tbody>
    </table>
  );
}

type LineProps = { payment: FailedPayment; checks: Checks; retry: Retry; wide: boolean };

function PaymentLine({ payment, checks, retry, wide }: LineProps) {
  const { email, product_id, platform, error_message, created_at } = payment;
  const check = checkOf(payment, checks);
  const label = check.state === 'checking' ? 'Checking…' : 'Retry';
  return (
    <tr data-row={payment.id} aria-busy={check.state === 'checking'}>
      <th scope="row" className="address">
        <bdi>{email ?? NOTHING}</bdi>
      </th>
      <td data-label="Product" className="code">
        {product_id ?? NOTHING}
      </td>
      <td data-label="Platform">{platforms[platform ?? ''] ?? platform ?? NOTHING}</td>
      <td data-label="Error message" className="summary">
        <div>
          {error_message ?? NOTHING}
          {!wide && <LastCheck payment={payment} check={check} />}
        </div>
      </td>
      {wide && (
        <td data-label="Last check" className="summary">
          <LastCheck payment={payment} check={check} unchecked={NOTHING} />
        </td>
      )}
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
