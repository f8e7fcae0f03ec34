import type { FailedPayment } from '#contract/payments.ts';
import { formatDate, NOTHING } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { LastCheck } from './LastCheck.tsx';

const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

export function paymentColumns(
  checks: Checks,
  retry: (payment: FailedPayment) => void,
): readonly Column<FailedPayment>[] {
  return [
    { title: 'Email', kind: 'address', heads: true, cell: ({ email }) => <bdi>{email ?? NOTHING}</bdi> },
    { title: 'Product', kind: 'code', cell: ({ product_id }) => product_id ?? NOTHING },
    { title: 'Platform', cell: ({ platform }) => platforms[platform ?? ''] ?? platform ?? NOTHING },
    {
      title: 'Error message',
      kind: 'summary',
      cell: (payment, { wide }) => (
        <div>
          {payment.error_message ?? NOTHING}
          {/* Narrow screens lack the next column. */}
          {!wide && <LastCheck payment={payment} check={checkOf(payment, checks)} />}
        </div>
      ),
    },
    {
      title: 'Last check',
      kind: 'summary',
      wide: true,
      cell: (payment) => <LastCheck payment={payment} check={checkOf(payment, checks)} unchecked={NOTHING} />,
    },
    { title: 'Date', kind: 'date', cell: ({ created_at }) => formatDate(created_at) },
    {
      title: 'Action',
      kind: 'actions',
      labelled: false,
      cell: (payment) => <RetryButton payment={payment} checks={checks} retry={retry} />,
    },
  ];
}

type RetryProps = { payment: FailedPayment; checks: Checks; retry: (payment: FailedPayment) => void };

function RetryButton({ payment, checks, retry }: RetryProps) {
  const label = checkOf(payment, checks).state === 'checking' ? 'Checking…' : 'Retry';
  return (
    <button
      type="button"
      className="secondary"
      aria-label={`${label} payment of ${payment.email ?? 'an unknown user'}`}
      aria-disabled={!canRetry(payment, checks) || undefined}
      onClick={() => retry(payment)}
    >
      {label}
    </button>
  );
}
