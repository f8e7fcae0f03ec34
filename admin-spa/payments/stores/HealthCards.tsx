import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import {
  MAX_HEALTH_COUNT,
  readStoreHealth,
  requestTestNotification,
  type StoreHealth,
} from '#contract/purchases/health.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { storeName } from '../labels.tsx';
import { TimelineButton } from '../timeline/TimelineButton.tsx';
import { Fact } from './Fact.tsx';
import { healthStatus } from './health-status.ts';

const stores = ['ios', 'android'] as const;

const POLL_MS = 30_000;

const storeHealthQuery = queryOptions({
  queryKey: ['stores', 'health'],
  queryFn: ({ signal }) => call(readStoreHealth, { signal }),
  refetchInterval: POLL_MS,
});

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
  const can = useCan();
  const { due, givenUp, lastNotification, lastTest, newKinds, reconciliation, waitsUntil, environments } =
    health;
  return (
    <>
      <p className="health-status">
        <span className="badge" data-tone={tone}>
          {word}
        </span>{' '}
        <span>{reason}</span>
      </p>
      <dl className="facts">
        <Fact name="Environment">
          {environments ? environments.map(environmentName).join(', ') : 'Demo store'}
        </Fact>
        <Fact name="Last notification">
          <Notification notification={lastNotification} />
        </Fact>
        {newKinds.length > 0 && (
          <Fact name="Kinds new to us">
            {newKinds.map(({ type, lastAt }) => (
              <span key={type}>
                <code>{type}</code>, last <When at={lastAt} hasTime />{' '}
              </span>
            ))}
            They’re kept. Ask your developers what they mean.
          </Fact>
        )}
        <Fact name="In the last 24 hours">{countText(health.lastDay)}</Fact>
        <Fact name="Without an answer">
          <span>{countText(due.count)}</span>
          {due.oldest && <Oldest oldest={due.oldest} />}
        </Fact>
        <Fact name="Given up">{countText(givenUp)}</Fact>
        <Fact name="Reconciled until">
          <When at={reconciliation.completeAt} hasTime />
          {reconciliation.failedAt && (
            <small>
              Failed <When at={reconciliation.failedAt} hasTime />
              <span>{`: ${reconciliation.failure ?? ''}`}</span>
            </small>
          )}
        </Fact>
        <Fact name="Missed notifications">
          <span>{`${formatCount(reconciliation.missedLast)} in its last run`}</span>
          <small>{`${formatCount(reconciliation.missedTotal)} in all`}</small>
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
      {can('stores:act') && <TestNotification health={health} />}
    </>
  );
}

function Notification({ notification }: { notification: StoreHealth['lastNotification'] }) {
  if (!notification) return <span>{EMPTY_VALUE}</span>;
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
      The oldest since <When at={since} hasTime />
      <span>{`, ${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}${lastError ? `: ${lastError}` : ''}`}</span>{' '}
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

/** After a test notification was asked for. */
const TEST_POLL_MS = 2_000;
/** Apple sends within seconds. */
const PATIENCE_MS = 60_000;

type Waiting = { state: 'idle' | 'waiting' | 'late'; lastTest: string | null };

/** Asks the store for a test notification, and says whether it has arrived. */
function TestNotification({ health }: { health: StoreHealth }) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting>({ state: 'idle', lastTest: null });
  const lastTest = health.lastTest?.receivedAt ?? null;
  const hasArrived = waiting.state !== 'idle' && lastTest !== waiting.lastTest;
  const isWaiting = waiting.state === 'waiting' && !hasArrived;
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(requestTestNotification, { body: { store: health.store } }),
    onMutate: () => setWaiting({ state: 'idle', lastTest }),
    onSuccess: () => {
      setWaiting({ state: 'waiting', lastTest });
      void client.invalidateQueries({ queryKey: storeHealthQuery.queryKey });
    },
    onError: (error) => toast.error(errorMessage(error)),
  });

  useEffect(() => {
    if (!isWaiting) return;
    // An answer that takes longer than the pause between two questions is waited for.
    const ask = () =>
      client.invalidateQueries({ queryKey: storeHealthQuery.queryKey }, { cancelRefetch: false });
    const polls = setInterval(() => void ask(), TEST_POLL_MS);
    const end = setTimeout(() => setWaiting((old) => ({ ...old, state: 'late' })), PATIENCE_MS);
    return () => {
      clearInterval(polls);
      clearTimeout(end);
    };
  }, [isWaiting, client]);

  if (!health.canTest) {
    return (
      <p className="muted">
        Send a test notification from Play Console: your app, Monetize with Play, Monetization setup, “Send
        test notification”.
      </p>
    );
  }
  const isBusy = isPending || isWaiting;
  return (
    <div className="test-notification">
      <button
        type="button"
        className="secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || mutate()}
      >
        {isBusy ? 'Waiting for it…' : 'Send test notification'}
      </button>
      {/* Rendered before its text, so that screen readers announce it. */}
      <p role="status">{statusText({ isWaiting, hasArrived, isLate: waiting.state === 'late' })}</p>
    </div>
  );
}

function statusText({
  isWaiting,
  hasArrived,
  isLate,
}: Readonly<Record<'isWaiting' | 'hasArrived' | 'isLate', boolean>>): string {
  if (hasArrived) return 'The test notification has arrived.';
  if (isWaiting) return 'Requested. It usually arrives within seconds.';
  if (!isLate) return '';
  return 'It hasn’t arrived. Check the production server URL in App Store Connect (your app, App Information, App Store Server Notifications), that it can be reached from outside, and the log of this server.';
}
