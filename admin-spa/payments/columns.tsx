import { Link } from 'wouter';
import type { FailedPayment } from '#contract/payments/records.ts';
import { userAddress } from '../routes.ts';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Standing } from './AccessAndDeadline.tsx';
import { type Checks, canRetry, checkOf } from './can-retry.ts';
import { LastCheck } from './LastCheck.tsx';
import { nameAmong, nameByUser, platformName } from './labels.tsx';
import { RemindButton, ReminderNote } from './Reminder.tsx';
import { RetryButton } from './RetryButton.tsx';

export const MESSAGE_TITLE = 'Error message';

type Shown = {
  checks: Checks;
  retry: (payment: FailedPayment) => void;
  /** Whether deadline and access are shown. */
  hasDeadlines: boolean;
  /** The rows are recovered payments, which have no action. */
  isRecovered: boolean;
  isMessageShown: boolean;
  /** Why rows are shown that have left the list, by their ids. */
  departures: ReadonlyMap<string, string>;
  /** All rows, if they are of one user, whose name is beside the list. */
  ofOneUser?: readonly FailedPayment[];
};

type Cell = Column<FailedPayment>['cell'];

export function paymentColumns(shown: Shown): readonly Column<FailedPayment>[] {
  const { checks, departures, isMessageShown, ofOneUser } = shown;
  const isOfOneUser = ofOneUser !== undefined;
  const hasDeadlines = shown.hasDeadlines && !shown.isRecovered;
  const nameOf = ofOneUser ? (payment: FailedPayment) => nameAmong(ofOneUser, payment) : nameByUser;
  const lastCheck = (payment: FailedPayment, unchecked?: string) => (
    <LastCheck
      payment={payment}
      name={nameOf(payment)}
      check={checkOf(payment, checks)}
      {...(unchecked ? { unchecked } : {})}
    />
  );
  /** Narrow screens lack the columns of both. */
  const details = (payment: FailedPayment) => (
    <>
      {hasDeadlines && <Standing payment={payment} />}
      {lastCheck(payment)}
      <ReminderNote payment={payment} />
    </>
  );
  /** What the message's cell shows otherwise. */
  const inLastCell: Cell = (payment, { isWide }) =>
    !isMessageShown && (
      <>
        {!isWide && details(payment)}
        <Departure text={departures.get(String(payment.id))} />
      </>
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
          <span>{payment.error_message ?? EMPTY_VALUE}</span>
          {!isWide && details(payment)}
          <Departure text={departures.get(String(payment.id))} />
        </div>
      ),
    },
    ...(hasDeadlines ? [deadlineColumn] : []),
    {
      title: 'Last check',
      kind: 'summary',
      sortKey: 'checked',
      isWideOnly: true,
      cell: (payment) => (
        <>
          {lastCheck(payment, EMPTY_VALUE)}
          <ReminderNote payment={payment} />
        </>
      ),
    },
    {
      title: 'Date',
      kind: 'date',
      sortKey: 'created',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    shown.isRecovered ? recoveryColumn(inLastCell) : actionColumn({ ...shown, nameOf, inLastCell }),
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

const deadlineColumn: Column<FailedPayment> = {
  title: 'Deadline',
  kind: 'text',
  sortKey: 'deadline',
  isWideOnly: true,
  cell: (payment) =>
    payment.access || payment.deadline || payment.other_subscription ? (
      <Standing payment={payment} isInColumn />
    ) : (
      EMPTY_VALUE
    ),
};

/** Covers a cell, so that the row keeps its height: the message, or else the last one. */
function Departure({ text }: { text: string | undefined }) {
  return text && <strong className="departure">{text}</strong>;
}

function recoveryColumn(inLastCell: Cell): Column<FailedPayment> {
  return {
    title: 'Recovered',
    kind: 'summary',
    // Without the message, it has what that cell shows otherwise.
    isAlwaysShown: true,
    cell: (payment, info) => (
      <div>
        <When at={payment.recovered_at} hasTime /> by <bdi>{payment.recovered_by ?? 'the store'}</bdi>
        {inLastCell(payment, info)}
      </div>
    ),
  };
}

type Action = Pick<Shown, 'checks' | 'retry' | 'departures'> & {
  nameOf: (payment: FailedPayment) => string;
  inLastCell: Cell;
};

function actionColumn({ checks, retry, departures, nameOf, inLastCell }: Action): Column<FailedPayment> {
  return {
    title: 'Action',
    kind: 'actions',
    hasLabel: false,
    cell: (payment, info) => (
      <>
        <div className="row-actions">
          <RetryButton
            payment={payment}
            name={nameOf(payment)}
            check={checkOf(payment, checks)}
            isOpen={canRetry(payment, checks) && !departures.has(String(payment.id))}
            retry={retry}
          />
          <RemindButton payment={payment} name={nameOf(payment)} />
        </div>
        {inLastCell(payment, info)}
      </>
    ),
  };
}
