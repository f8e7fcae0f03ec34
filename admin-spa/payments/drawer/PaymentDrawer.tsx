import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { AllowedLink } from '../../records/AllowedLink.tsx';
import { userAddress } from '../../routes.ts';
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
  /** `index`: the row, or where it was if the payment has left the list. */
  place: { index: number; isListed: boolean; total: number };
  openAt: (index: number) => void;
  /** Closes without moving the focus, because it has gone elsewhere. */
  leave: () => void;
  close: () => void;
};

/** Beside the list, which stays usable: J and K or the arrows walk through its rows, and Escape closes. */
export function PaymentDrawer({ payment, checks, retry, place, openAt, leave, close }: Props) {
  const titleId = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { index, isListed, total } = place;
  const previous = index - 1;
  // The next row has moved up to where the payment was.
  const next = isListed ? index + 1 : index;
  const title = payment.name || payment.email || 'Failed payment';

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForDrawer(event, panel.current)) return;
    if (event.key === 'Escape') close();
    else if (isKey(event, 'j', 'ArrowDown')) openAt(next);
    else if (isKey(event, 'k', 'ArrowUp')) openAt(previous);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) heading.current?.focus();
    document
      .querySelector(`[data-row="${CSS.escape(String(payment.id))}"]`)
      ?.scrollIntoView({ block: 'nearest' });
    panel.current?.scrollTo?.({ top: 0 });
  }, [payment.id]);

  return (
    <dialog
      open
      ref={panel}
      className="drawer"
      aria-labelledby={titleId}
      onBlur={({ currentTarget, relatedTarget }) => {
        // It would cover what has the focus now.
        if (!(relatedTarget instanceof Element) || relatedTarget.matches('.opener')) return;
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <section>
        <header>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h2>
          <p className="place" role="status">
            <span className="visually-hidden">{`${title}, `}</span>
            {isListed ? `${index + 1} of ${total}` : 'No longer in this list'}
          </p>
          <StepButton label="Previous payment" isPossible={previous >= 0} step={() => openAt(previous)}>
            <ChevronUp aria-hidden="true" />
          </StepButton>
          <StepButton label="Next payment" isPossible={next < total} step={() => openAt(next)}>
            <ChevronDown aria-hidden="true" />
          </StepButton>
          <StepButton label="Close" isPossible step={close}>
            <X aria-hidden="true" />
          </StepButton>
        </header>
        <Details payment={payment} checks={checks} retry={retry} />
      </section>
    </dialog>
  );
}

/** Not while something is typed or asked, and not with keys that belong to the browser. */
function isForDrawer({ target, ctrlKey, metaKey, altKey }: KeyboardEvent, panel: Element | null): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  if (target.matches('input, textarea, select, [contenteditable]')) return false;
  const dialog = target.closest('dialog');
  return dialog === null ? target.matches('body, .opener') : dialog === panel;
}

/** Letters also with Shift or the caps lock. */
function isKey({ key }: KeyboardEvent, letter: string, arrow: string): boolean {
  return key === arrow || key.toLowerCase() === letter;
}

type StepProps = { label: string; isPossible: boolean; step: () => void; children: ReactNode };

function StepButton({ label, isPossible, step, children }: StepProps) {
  return (
    <button
      type="button"
      className="secondary icon"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && step()}
    >
      {children}
    </button>
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

/** A fact that was not sent has no line. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
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
