import { useQuery } from '@tanstack/react-query';
import { MAX_HEALTH_COUNT, type StoreHealth } from '#contract/purchases/health.ts';
import { Card } from '../../../ui/card/Card.tsx';
import { When } from '../../../ui/date/When.tsx';
import { QueryStates } from '../../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../../ui/feedback/use-error-toast.ts';
import { EMPTY_VALUE, formatCount } from '../../../ui/format/format.ts';
import { TimelineButton } from '../../timeline/TimelineButton.tsx';
import { Fact } from '../Fact.tsx';
import { storeName } from '../store-name.ts';
import { storeHealthQuery } from '../store-queries.ts';
import { healthStatus } from './health-status.ts';
import { TestNotification } from './TestNotification.tsx';

const stores = ['ios', 'android'] as const;

/** How the connection to each store does. */
export function HealthCards() {
  const query = useQuery(storeHealthQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const { data } = query;
  return (
    <QueryStates
      query={query}
      failure="The status of the connections couldn’t be loaded."
      isLoaded={data !== undefined}
    >
      <div className="store-cards">
        {stores.map((store) => {
          const health = data?.data.stores.find((one) => one.store === store);
          return (
            <Card key={store} title={storeName(store)} titleId={`health-${store}`}>
              {health && data ? (
                <Health health={health} at={data.data.at} />
              ) : (
                <div className="health-room" />
              )}
            </Card>
          );
        })}
      </div>
    </QueryStates>
  );
}

function Health({ health, at }: { health: StoreHealth; at: string }) {
  const { tone, word, reason } = healthStatus(health, at);
  const { due, givenUp, lastNotification, lastTest, reconciliation, waitsUntil, environments } = health;
  return (
    <>
      <p className="health-status">
        <span className="badge" data-tone={tone}>
          {word}
        </span>{' '}
        {reason}
      </p>
      <dl className="facts">
        <Fact name="Environment">
          {environments ? environments.map(environmentName).join(', ') : 'Sandbox of this server'}
        </Fact>
        <Fact name="Last notification">
          <Notification notification={lastNotification} />
        </Fact>
        <Fact name="In the last 24 hours">{countText(health.lastDay)}</Fact>
        <Fact name="Without an answer">
          {countText(due.count)}
          {due.oldest && <Oldest oldest={due.oldest} />}
        </Fact>
        <Fact name="Given up">{countText(givenUp)}</Fact>
        <Fact name="Reconciled until">
          <When at={reconciliation.completeAt} hasTime />
          {reconciliation.failedAt && (
            <small>
              Failed <When at={reconciliation.failedAt} hasTime />: {reconciliation.failure}
            </small>
          )}
        </Fact>
        <Fact name="Missed notifications">
          {formatCount(reconciliation.missedLast)} in its last run
          <small>{formatCount(reconciliation.missedTotal)} in all</small>
        </Fact>
        {waitsUntil && (
          <Fact name="No questions until">
            <When at={waitsUntil} hasTime />
          </Fact>
        )}
        <Fact name="Last test notification">
          <Notification notification={lastTest} />
        </Fact>
      </dl>
      <TestNotification health={health} />
    </>
  );
}

function Notification({ notification }: { notification: StoreHealth['lastNotification'] }) {
  if (!notification) return EMPTY_VALUE;
  return (
    <>
      <code>{notification.type}</code>
      <small>
        Sent <When at={notification.sentAt} hasTime />, received <When at={notification.receivedAt} hasTime />
      </small>
    </>
  );
}

function Oldest({ oldest }: { oldest: NonNullable<StoreHealth['due']['oldest']> }) {
  const { attempts, lastError, purchaseId, since } = oldest;
  return (
    <small>
      The oldest since <When at={since} hasTime />, {attempts} failed{' '}
      {attempts === 1 ? 'attempt' : 'attempts'}
      {lastError && `: ${lastError}`}{' '}
      <TimelineButton purchaseId={purchaseId} name="the purchase that has waited longest" />
    </small>
  );
}

/** Counts end at a limit. */
function countText(count: number): string {
  return `${formatCount(count)}${count >= MAX_HEALTH_COUNT ? '+' : ''}`;
}

function environmentName(environment: 'production' | 'sandbox'): string {
  return environment === 'production' ? 'Production' : 'Test accounts';
}
