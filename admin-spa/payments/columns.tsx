import { Link } from 'wouter';
import type { FailedPayment } from '#contract/payments/records.ts';
import { userAddress } from '../routes.ts';
import { When } from '../ui/date/When.tsx';
import { EMPTY_VALUE, formatDate } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { LastCheck } from './LastCheck.tsx';
import { platformName } from './platform-name.ts';
import { type Checks, canRetry, checkOf } from './retry/can-retry.ts';

export const MESSAGE_TITLE = 'Error message';

type Shown = {
  checks: Checks;
  retry: (payment: FailedPayment) => void;
  hasAttempts: boolean;
  /** Of recovered payments, which have no action. */
  isRecovered: boolean;
  isMessageShown: boolean;
  /** Why rows are shown that have left the list, by their ids. */
  departures: ReadonlyMap<string, string>;
  /** Whose name is beside the list. */
  isOfOneUser?: boolean;
};

export function paymentColumns(shown: Shown): readonly Column<FailedPayment>[] {
  const { checks, hasAttempts, departures, isOfOneUser = false } = shown;
  const lastCheck = (payment: FailedPayment, unchecked?: string) => (
    <LastCheck
      payment={payment}
      check={checkOf(payment, checks)}
      hasAttempts={hasAttempts}
      {...(unchecked ? { unchecked } : {})}
    />
  );
  return [
    ...(isOfOneUser ? [] : [emailColumn]),
    {
      title: 'Product',
      kind: 'code',
      isRowHeader: isOfOneUser,
      cell: ({ product_id }) => product_id ?? EMPTY_VALUE,
    },
    { title: 'Platform', cell: ({ platform }) => (platform ? platformName(platform) : EMPTY_VALUE) },
    {
      title: MESSAGE_TITLE,
      kind: 'summary',
      cell: (payment, { isWide }) => (
        <div>
          {payment.error_message ?? EMPTY_VALUE}
          {/* Narrow screens lack the next column. */}
          {!isWide && lastCheck(payment)}
          <Departure text={departures.get(String(payment.id))} />
        </div>
      ),
    },
    {
      title: 'Last check',
      kind: 'summary',
      sortKey: 'checked',
      isWideOnly: true,
      cell: (payment) => lastCheck(payment, EMPTY_VALUE),
    },
    {
      title: 'Date',
      kind: 'date',
      sortKey: 'created',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    shown.isRecovered ? recoveryColumn : actionColumn(shown),
  ];
}

const emailColumn: Column<FailedPayment> = {
  title: 'Email',
  kind: 'address',
  sortKey: 'email',
  isRowHeader: true,
  cell: ({ email, user_id }) => {
    const address = <bdi>{email ?? EMPTY_VALUE}</bdi>;
    return user_id === null ? address : <Link href={userAddress(user_id)}>{address}</Link>;
  },
};

/** Covers a cell, so that the row keeps its height: the message, or else the action. */
function Departure({ text }: { text: string | undefined }) {
  return text && <strong className="departure">{text}</strong>;
}

const recoveryColumn: Column<FailedPayment> = {
  title: 'Recovered',
  kind: 'summary',
  cell: ({ recovered_at, recovered_by }) => (
    <div>
      <When at={recovered_at} hasTime /> by <bdi>{recovered_by ?? 'the store'}</bdi>
    </div>
  ),
};

function actionColumn({
  checks,
  retry,
  departures,
  isMessageShown,
  isOfOneUser,
}: Shown): Column<FailedPayment> {
  return {
    title: 'Action',
    kind: 'actions',
    hasLabel: false,
    cell: (payment) => {
      const label = checkOf(payment, checks).state === 'checking' ? 'Checking…' : 'Retry';
      const whose = isOfOneUser ? formatDate(payment.created_at) : (payment.email ?? 'an unknown user');
      const isOpen = canRetry(payment, checks) && !departures.has(String(payment.id));
      return (
        <>
          <button
            type="button"
            className="secondary"
            aria-label={`${label} payment of ${whose}`}
            aria-disabled={!isOpen || undefined}
            onClick={() => isOpen && retry(payment)}
          >
            {label}
          </button>
          {!isMessageShown && <Departure text={departures.get(String(payment.id))} />}
        </>
      );
    },
  };
}
