import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import type { RefundRequest, RefundRules } from '#contract/refunds.ts';
import { AllowedLink } from '../../records/AllowedLink.tsx';
import { routes, userAddress } from '../../routes.ts';
import { Drawer, DrawerFact } from '../../ui/drawer/Drawer.tsx';
import type { RowPlace } from '../../ui/drawer/use-opened-row.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { formatMinor } from '../../ui/format/currency.ts';
import { When } from '../../ui/format/When.tsx';
import { storeName } from '../labels.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { TimeLeft } from './columns.tsx';
import {
  companies,
  endText,
  factTexts,
  isOver,
  isUnsent,
  obstacleText,
  preferenceNames,
  reasonNote,
  reasonText,
  ruleOutlook,
  standingOf,
  wholeHistoryText,
} from './labels.ts';
import { sendingQuery } from './queries.ts';
import './refund-drawer.scss';

type Props = {
  request: RefundRequest;
  rules: RefundRules;
  now: Date;
  place: RowPlace;
  /** Asks for the rows again. */
  refresh: () => void;
};

/** Follows an answer that is on its way, also when the row has left the list. */
function useNewest(listed: RefundRequest, refresh: () => void): RefundRequest {
  const isSending = listed.state === 'sending';
  const { data } = useQuery({ ...sendingQuery(listed.id), enabled: isSending });
  const newest = isSending ? (data?.data ?? listed) : listed;
  const hasEnded = isSending && newest.state !== 'sending';
  const onEnd = useEffectEvent(refresh);
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded]);
  return newest;
}

export function RefundDrawer({ request: listed, rules, now, place, refresh }: Props) {
  const request = useNewest(listed, refresh);
  const { id, name, email, userId, amount } = request;
  const can = useCan();
  const { tone, word } = standingOf(request, now);
  const canBeAnswered = request.state === 'open' && request.obstacle === null && !isOver(request, now);
  return (
    <Drawer title={name || email || 'Refund request'} noun="request" id={id} place={place}>
      {userId !== null ? (
        <p className="whose-payment">
          <AllowedLink needs="users:read" href={userAddress(userId)}>
            {(name && email) || (can('people:read') ? 'Open the customer’s page' : `User ${userId}`)}
          </AllowedLink>
        </p>
      ) : (
        name && email && <p className="whose-payment">{email}</p>
      )}
      <p className="sum">
        {amount && <strong>{formatMinor(amount.minor, amount.currency)}</strong>}
        <span className="badge" data-tone={tone}>
          {word}
        </span>
      </p>
      <dl>
        <DrawerFact term="Product">{request.productId}</DrawerFact>
        <DrawerFact term="Store">{storeName(request.store)}</DrawerFact>
        <DrawerFact term="Reason">
          <span>{reasonText(request)}</span> <span className="muted">{reasonNote(request)}</span>
        </DrawerFact>
        <DrawerFact term="Asked on">
          <When at={request.askedAt} hasTime />
        </DrawerFact>
        <DrawerFact term="Time left">
          {isUnsent(request) && (
            <>
              <TimeLeft request={request} now={now} />, until <When at={request.answerDueAt} hasTime />.{' '}
              <span className="muted">{endText(request.store)}</span>
            </>
          )}
        </DrawerFact>
        <DrawerFact term="Order">
          {request.order && (
            <>
              <code>{request.order}</code>{' '}
              <button
                type="button"
                className="secondary copy"
                onClick={() => void copyText(request.order ?? '', 'Order number')}
              >
                Copy <span className="visually-hidden">the order number</span>
              </button>
            </>
          )}
        </DrawerFact>
      </dl>
      <Facts request={request} />
      {request.state === 'open' && !isOver(request, now) && (
        <>
          <h3>What happens next</h3>
          <p>
            {request.obstacle === null
              ? ruleOutlook(request, rules, now)
              : obstacleText(request.obstacle, request.store)}
          </p>
        </>
      )}
      {canBeAnswered && can('refunds:answer') && <AnswerForm key={id} request={request} refresh={refresh} />}
      <Answer request={request} now={now} />
      <Outcome request={request} />
    </Drawer>
  );
}

/** What would be sent, or was, and what else is known of the customer. */
function Facts({ request: { facts, history, userId } }: { request: RefundRequest }) {
  return (
    <>
      {facts && (
        <>
          <h3>The facts</h3>
          <ul className="facts-known">
            {factTexts(facts).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {history && (
        <>
          <h3>This customer, besides this order</h3>
          <p>
            {wholeHistoryText(history)}{' '}
            {userId !== null && history.requests > 0 && (
              <Link href={`${routes.refunds}?view=all&userId=${userId}`}>Show their requests</Link>
            )}
          </p>
        </>
      )}
    </>
  );
}

function Answer({ request, now }: Pick<Props, 'request' | 'now'>) {
  const { answer, state, store, obstacle } = request;
  const company = companies[store];
  if (!answer) {
    const isLate = state === 'unanswered' || (state === 'open' && isOver(request, now));
    if (!isLate) return null;
    return (
      <>
        <h3>Our answer</h3>
        <p>
          {obstacle === null
            ? `None was sent in time, so ${company} decides without us.`
            : obstacleText(obstacle, store)}
        </p>
      </>
    );
  }
  return (
    <>
      <h3>Our answer</h3>
      <p>
        <strong>{preferenceNames[answer.preference]}</strong>, <When at={answer.at} hasTime />
        <span>{answer.byRule ? ', by the rule' : ''}</span>
        {!answer.byRule && answer.by && (
          <span>
            , by <bdi>{answer.by}</bdi>
          </span>
        )}
      </p>
      {answer.sentAt !== null ? (
        <p>
          <span>{`${company} confirmed it on`}</span> <When at={answer.sentAt} hasTime />.
        </p>
      ) : (
        <p>
          {state === 'sending'
            ? `It’s being sent, and sent again until ${company} confirms it.`
            : state === 'refused'
              ? `${company} didn’t take it.`
              : `${company} never confirmed it.`}
        </p>
      )}
      {answer.problem && <p className="note">{`The last attempt: ${answer.problem}.`}</p>}
    </>
  );
}

const outcomes = {
  granted: 'refunded the money',
  declined: 'refused the refund',
  reversed: 'took the refund back',
} as const;

function Outcome({ request: { state, store, decidedAt } }: { request: RefundRequest }) {
  const company = companies[store];
  if (state === 'granted' || state === 'declined' || state === 'reversed') {
    return (
      <>
        <h3>The outcome</h3>
        <p>
          <span>{`${company} ${outcomes[state]} on`}</span> <When at={decidedAt} hasTime />.
        </p>
      </>
    );
  }
  if (state === 'open' || state === 'sending') return null;
  return (
    <>
      <h3>The outcome</h3>
      <p>{`${company} hasn’t told us yet what it decided.`}</p>
    </>
  );
}
