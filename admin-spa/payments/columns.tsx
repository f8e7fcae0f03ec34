import type { FailedPayment } from '#contract/payments/records.ts';
import { EMPTY_VALUE, formatDate } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { LastCheck } from './LastCheck.tsx';

const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

export function paymentColumns(
  checks: Checks,
  retry: (payment: FailedPayment) => void,
): readonly Column<FailedPayment>[] {
  return [
    {
      title: 'Email',
      kind: 'address',
      isRowHeader: true,
      cell: ({ email }) => <bdi>{email ?? EMPTY_VALUE}</bdi>,
    },
    { title: 'Product', kind: 'code', cell: ({ product_id }) => product_id ?? EMPTY_VALUE },
    { title: 'Platform', cell: ({ platform }) => platforms[platform ?? ''] ?? platform ?? EMPTY_VALUE },
    {
      title: 'Error message',
      kind: 'summary',
      cell: (payment, { isWide }) => (
        <div>
          {payment.error_message ?? EMPTY_VALUE}
          {/* Narrow screens lack the next column. */}
          {!isWide && <LastCheck payment={payment} check={checkOf(payment, checks)} />}
        </div>
      ),
    },
    {
      title: 'Last check',
      kind: 'summary',
      isWideOnly: true,
      cell: (payment) => (
        <LastCheck payment={payment} check={checkOf(payment, checks)} unchecked={EMPTY_VALUE} />
      ),
    },
    { title: 'Date', kind: 'date', cell: ({ created_at }) => formatDate(created_at) },
    {
      title: 'Action',
      kind: 'actions',
      hasLabel: false,
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
