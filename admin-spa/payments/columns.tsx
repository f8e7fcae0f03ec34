import type { ReactNode } from 'react';
import { can } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { formatMinor } from '../ui/format/currency.ts';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
import type { Column } from '../ui/table/columns.ts';
import { TimeLeft } from './AccessAndDeadline.tsx';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { Customer, Opener, TwoLines, UserNumber } from './cells.tsx';
import { nameAmong, nameByUser, PlatformLabel, StateBadge } from './labels.tsx';
import { RetryButton } from './RetryButton.tsx';

type Shown = {
  checks: Checks;
  retry: (payment: FailedPayment) => void;
  /** Opens the drawer of a payment, whose id as text is `openId` while it is open. */
  open: (payment: FailedPayment) => void;
  openId: string | null;
  /** The rows that are shown, or none yet. Without a value in any of them, an addition to the specification has no column. */
  rows: readonly FailedPayment[];
  /** Whether checks, deadlines and access are shown even if no row has them. */
  hasChecks: boolean;
  /** The rows are recovered payments, which have no action. */
  isRecovered: boolean;
  /** Why rows are shown that have left the list, by their ids. */
  departures: ReadonlyMap<string, string>;
  /** All rows are of one user, whose name is beside the list. */
  isOfOneUser?: boolean;
};

/** A row has at most two lines. What takes sentences stands in the drawer. */
export function paymentColumns(shown: Shown): readonly Column<FailedPayment>[] {
  const { rows, checks, hasChecks, isRecovered, isOfOneUser = false } = shown;
  const hasPeople = can('people:read');
  // The product opens the drawer where no person is named.
  const hasCustomer = !isOfOneUser && hasPeople;
  const nameOf = isOfOneUser ? (payment: FailedPayment) => nameAmong(rows, payment) : nameByUser;
  const opener = (payment: FailedPayment, text: string) => (
    <Opener
      text={text}
      details={isOfOneUser ? `details of the payment of ${nameOf(payment)}` : 'payment details'}
      isOpen={shown.openId === String(payment.id)}
      open={() => shown.open(payment)}
    />
  );
  const hasAmounts = rows.some(({ amount }) => amount !== null);
  const isChecked = (payment: FailedPayment) =>
    payment.last_check !== null || checkOf(payment, checks).state !== 'unchecked';
  const hasLastCheck = hasChecks || shown.departures.size > 0 || rows.some(isChecked);
  return [
    ...(hasCustomer ? [emailColumn(opener)] : []),
    {
      title: 'Product',
      kind: 'code',
      isRowHeader: !hasCustomer,
      cell: (payment) => (
        <TwoLines
          first={hasCustomer ? payment.product_id : opener(payment, payment.product_id ?? 'Failed payment')}
          second={payment.platform && <PlatformLabel platform={payment.platform} />}
          title={payment.product_id}
        />
      ),
    },
    ...(hasPeople || isOfOneUser ? [] : [userColumn]),
    ...(hasAmounts ? [amountColumn] : []),
    {
      title: 'Error message',
      kind: 'summary',
      cell: ({ error_message }) => (
        <span className="cut" title={error_message ?? undefined}>
          {error_message ?? EMPTY_VALUE}
        </span>
      ),
    },
    ...(hasLastCheck && !isRecovered ? [lastCheckColumn(shown)] : []),
    ...(hasChecks && !isRecovered ? [deadlineColumn] : []),
    {
      title: 'Date',
      kind: 'date',
      sortKey: 'created',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    ...(isRecovered ? [recoveryColumn] : can('payments:retry') ? [actionColumn(shown, nameOf)] : []),
  ];
}

function emailColumn(opener: (payment: FailedPayment, text: string) => ReactNode): Column<FailedPayment> {
  return {
    title: 'Email',
    kind: 'address',
    sortKey: 'email',
    isRowHeader: true,
    cell: (payment) => (
      <Customer
        name={payment.name}
        email={payment.email}
        userId={payment.user_id}
        opener={(text) => opener(payment, text)}
      />
    ),
  };
}

const userColumn: Column<FailedPayment> = {
  title: 'User',
  cell: ({ user_id }) => <UserNumber userId={user_id} />,
};

const amountColumn: Column<FailedPayment> = {
  title: 'Amount',
  kind: 'amount',
  cell: ({ amount }) => (amount ? formatMinor(amount.minor, amount.currency) : EMPTY_VALUE),
};

function lastCheckColumn({ checks, departures }: Shown): Column<FailedPayment> {
  return {
    title: 'Last check',
    kind: 'check',
    sortKey: 'checked',
    // It says why a row is still there that has left the list.
    isAlwaysShown: true,
    cell: (payment) => (
      <div className="lines">
        <StateBadge
          payment={payment}
          check={checkOf(payment, checks)}
          departure={departures.get(String(payment.id))}
        />
        {/* Narrow tables have no column for it. */}
        <small className="time-left">
          <TimeLeft payment={payment} />
        </small>
      </div>
    ),
  };
}

const deadlineColumn: Column<FailedPayment> = {
  title: 'Deadline',
  kind: 'deadline',
  sortKey: 'deadline',
  cell: (payment) =>
    payment.access || payment.deadline ? (
      <div className="lines time-left">
        <TimeLeft payment={payment} />
      </div>
    ) : (
      EMPTY_VALUE
    ),
};

const recoveryColumn: Column<FailedPayment> = {
  title: 'Recovered',
  kind: 'actions',
  hasLabel: false,
  cell: ({ recovered_at, recovered_by }) => (
    <div className="lines" title={`By ${recovered_by ?? 'the store'}`}>
      <When at={recovered_at} hasTime />{' '}
      <small className="cut">
        by <bdi>{recovered_by ?? 'the store'}</bdi>
      </small>
    </div>
  ),
};

function actionColumn(
  { checks, retry, departures }: Shown,
  nameOf: (payment: FailedPayment) => string,
): Column<FailedPayment> {
  return {
    title: 'Action',
    kind: 'actions',
    hasLabel: false,
    cell: (payment) =>
      payment.recovered_at === null && (
        <RetryButton
          payment={payment}
          name={nameOf(payment)}
          check={checkOf(payment, checks)}
          isOpen={canRetry(payment, checks) && !departures.has(String(payment.id))}
          retry={retry}
        />
      ),
  };
}
