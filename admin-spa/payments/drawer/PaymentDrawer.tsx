import { useRef } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { AllowedLink } from '../../records/AllowedLink.tsx';
import { userAddress } from '../../routes.ts';
import { Drawer, DrawerFact as Fact } from '../../ui/drawer/Drawer.tsx';
import type { RowPlace } from '../../ui/drawer/use-opened-row.ts';
import { formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE, formatDate } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { AccessBadge, daysLeft, deadlineText } from '../AccessAndDeadline.tsx';
import { type Checks, canRetry, checkOf } from '../can-retry.ts';
import { nameByUser, PlatformLabel, StateBadge } from '../labels.tsx';
import { RemindButton, ReminderNote } from '../Reminder.tsx';
import { RetryButton } from '../RetryButton.tsx';
import { Timeline } from '../timeline/Timeline.tsx';
import { AttemptList } from './AttemptList.tsx';
import { nextSteps } from './next-step.ts';
import './drawer.scss';

type Props = {
  payment: FailedPayment;
  checks: Checks;
  retry: (payment: FailedPayment) => void;
  place: RowPlace;
};

export function PaymentDrawer({ payment, checks, retry, place }: Props) {
  const title = payment.name || payment.email || 'Failed payment';
  return (
    <Drawer title={title} noun="payment" id={payment.id} place={place}>
      <Details payment={payment} checks={checks} retry={retry} />
    </Drawer>
  );
}

function Details({ payment, checks, retry }: Pick<Props, 'payment' | 'checks' | 'retry'>) {
  const { email, name, user_id, amount, product_id, platform, deadline, access, courtesy_until } = payment;
  const check = checkOf(payment, checks);
  const isOpen = payment.recovered_at === null && check.state !== 'recovered';
  const can = useCan();
  const hasPeople = can('people:read');
  return (
    <>
      {name && email && (
        <p className="whose-payment">
          {user_id === null ? (
            <bdi>{email}</bdi>
          ) : (
            <AllowedLink needs="users:read" href={userAddress(user_id)}>
              {email}
            </AllowedLink>
          )}
        </p>
      )}
      {!name && user_id !== null && can('users:read') && (
        <p className="whose-payment">
          <Link href={userAddress(user_id)}>
            {hasPeople ? 'Open the customer’s page' : `User ${user_id}`}
          </Link>
        </p>
      )}
      <p className="sum">
        {amount && <strong>{formatMinor(amount.minor, amount.currency)}</strong>}
        <StateBadge payment={payment} check={check} />
      </p>
      {isOpen && (can('payments:retry') || can('payments:remind')) && (
        <Actions payment={payment} checks={checks} retry={retry} />
      )}
      <dl>
        <Fact term="Product">{product_id}</Fact>
        <Fact term="Platform">{platform && <PlatformLabel platform={platform} />}</Fact>
        <Fact term="Failed on">
          <When at={payment.created_at} />
        </Fact>
        <Fact term="Store gives up">
          {deadline && isOpen && (
            <>
              {daysLeft(deadline.at, new Date())} <span className="muted">{deadlineText(deadline)}</span>
            </>
          )}
        </Fact>
        <Fact term="Access">
          {access && isOpen && (
            <>
              <AccessBadge access={access} />
              {courtesy_until && ` until ${formatDate(courtesy_until)}`}
            </>
          )}
        </Fact>
        <Fact term="ID">{payment.id}</Fact>
      </dl>
      <Sentences payment={payment} checks={checks} />
      <History payment={payment} />
    </>
  );
}

/** They go with a recovery, and the focus then moves to the heading. */
function Actions({ payment, checks, retry }: Pick<Props, 'payment' | 'checks' | 'retry'>) {
  const element = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(element);
  const can = useCan();
  const name = nameByUser(payment);
  return (
    <div className="choices" ref={element}>
      {can('payments:retry') && (
        <RetryButton
          payment={payment}
          name={name}
          check={checkOf(payment, checks)}
          isOpen={canRetry(payment, checks)}
          retry={retry}
        />
      )}
      <RemindButton payment={payment} name={name} />
    </div>
  );
}

function Sentences({ payment, checks }: Pick<Props, 'payment' | 'checks'>) {
  const { error_message, last_check, recovered_at, recovered_by, ended_at, other_subscription } = payment;
  const check = checkOf(payment, checks);
  const hasFailed = check.state === 'failed' && check.outcome === null;
  // What can be done begins with a retry.
  const canRetryHere = useCan()('payments:retry');
  return (
    <>
      <h3>What failed</h3>
      <p>{error_message ?? EMPTY_VALUE}</p>
      {(last_check || hasFailed || ended_at) && (
        <>
          <h3>The store’s answer</h3>
          {hasFailed && <p className="note">The check didn’t go through.</p>}
          {last_check && (
            <p className="last-check">
              <span>{last_check.message}</span>{' '}
              <span className="muted">
                Checked <When at={last_check.at} hasTime />
              </span>
            </p>
          )}
          {ended_at && (
            <p>
              The subscription ended on <When at={ended_at} />.
            </p>
          )}
        </>
      )}
      {recovered_at !== null && (
        <>
          <h3>Recovered</h3>
          <p>
            <When at={recovered_at} hasTime /> by <bdi>{recovered_by ?? 'the store'}</bdi>
          </p>
        </>
      )}
      {canRetryHere && (
        <>
          <h3>What can be done</h3>
          {nextSteps(payment, check, new Date()).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </>
      )}
      {other_subscription && (
        <p className="warning">Has another subscription: if this one recovers, they’ll pay for both.</p>
      )}
      <ReminderNote payment={payment} />
    </>
  );
}

/** What happened before. A payment without a known purchase has only its checks. */
function History({ payment: { id, purchase_id, last_check } }: Pick<Props, 'payment'>) {
  const hasHistory = useCan()('payments:read-history');
  if (!hasHistory || (purchase_id === null && !last_check)) return null;
  return (
    <div className="history">
      <h3>{purchase_id === null ? 'Attempts' : 'Timeline'}</h3>
      {purchase_id === null ? (
        <AttemptList key={id} id={id} />
      ) : (
        <Timeline key={purchase_id} purchaseId={purchase_id} />
      )}
    </div>
  );
}
