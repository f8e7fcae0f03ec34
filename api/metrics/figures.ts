import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { Stores } from '../purchases/ask-purchase.ts';
import { readHealth } from '../purchases/health.ts';
import { countOpenRequests } from '../purchases/refunds/list.ts';

export type FigureServices = { db: Db; stores: Stores; clock: () => Date };

/** One sample. Equal names have equal label names. */
type Figure = { name: string; help: string; labels: Readonly<Record<string, string>>; value: number };

/** What waits in the database, and how old it is. Every server of a database has the same figures. */
export async function readFigures(services: FigureServices): Promise<Figure[]> {
  const { db, clock } = services;
  const now = clock();
  return [
    ...(await readQueues(db, now)),
    ...(await readRefundRequests(db, now)),
    ...(await readStores(services, now)),
  ];
}

/** A mail is as old as itself; a job of an administrator waits since it was due. */
async function readQueues(db: Db, now: Date): Promise<Figure[]> {
  const { rows } = await sql<{ queue: string; jobs: number; oldest: Date | null; givenUp: number }>`
    select 'mails' as queue, count(*) filter (where given_up_at is null)::integer as jobs,
      min(created_at) filter (where given_up_at is null) as oldest,
      count(*) filter (where given_up_at is not null)::integer as "givenUp"
    from mails
    union all
    select queue, count(id)::integer, min(due_at), 0
    from unnest(array['payment_retry', 'recipe_change', 'recipe_import']) as queue
    left join background_jobs on kind = queue and due_at <= ${now} and given_up_at is null
      and (lease_until is null or lease_until <= ${now})
    group by queue`.execute(db);
  return rows.flatMap(({ queue, jobs, oldest, givenUp }) => [
    { name: 'queue_jobs', help: 'Jobs that wait.', labels: { queue }, value: jobs },
    {
      name: 'queue_oldest_seconds',
      help: 'How long the oldest job has waited; 0 without one.',
      labels: { queue },
      value: secondsSince(oldest, now),
    },
    ...(queue === 'mails'
      ? [
          {
            name: 'mails_given_up',
            help: 'Emails that no attempt could send, and that are still kept.',
            labels: {},
            value: givenUp,
          },
        ]
      : []),
  ]);
}

async function readRefundRequests(db: Db, now: Date): Promise<Figure[]> {
  const { open, urgent } = await countOpenRequests(db, now);
  return [
    {
      name: 'refund_requests_unanswered',
      help: 'Refund requests that no one has answered.',
      labels: {},
      value: open,
    },
    {
      name: 'refund_requests_urgent',
      help: 'Refund requests whose time ends within two hours, and whose store has no answer.',
      labels: {},
      value: urgent,
    },
  ];
}

async function readStores(services: FigureServices, now: Date): Promise<Figure[]> {
  const health = await readHealth(services);
  return health.flatMap((state) => {
    const labels = { store: state.store };
    const { lastNotification, reconciliation, due } = state;
    const times: Figure[] = [];
    // Never is 0, so that the alarms see a store that never worked.
    if (lastNotification || state.hasPurchases) {
      times.push({
        name: 'store_last_notification_timestamp_seconds',
        help: 'When the newest notification of a store arrived; 0 if it has purchases and none arrived.',
        labels,
        value: lastNotification ? toSeconds(lastNotification.receivedAt) : 0,
      });
    }
    if (reconciliation.completeAt || reconciliation.failedAt) {
      times.push({
        name: 'store_reconciled_timestamp_seconds',
        help: 'When the last complete reconciliation with a store began; 0 if each has failed.',
        labels,
        value: reconciliation.completeAt ? toSeconds(reconciliation.completeAt) : 0,
      });
    }
    return [
      ...times,
      {
        name: 'store_notifications_last_day',
        help: 'Notifications that a store delivered in the last 24 hours; at most 10,000 are counted.',
        labels,
        value: state.lastDay,
      },
      {
        name: 'store_reconciliation_failed',
        help: '1 if the last reconciliation with a store failed, else 0.',
        labels,
        value: reconciliation.failedAt ? 1 : 0,
      },
      {
        name: 'purchases_due',
        help: 'Purchases whose store is to be asked; at most 10,000 are counted.',
        labels,
        value: due.count,
      },
      {
        name: 'purchases_oldest_due_seconds',
        help: 'How long the oldest due purchase has waited for an answer; 0 without one.',
        labels,
        value: due.oldest ? secondsSince(new Date(due.oldest.since), now) : 0,
      },
      {
        name: 'purchases_given_up',
        help: 'Purchases whose store gave no answer after every attempt; at most 10,000 are counted.',
        labels,
        value: state.givenUp,
      },
    ];
  });
}

function toSeconds(iso: string): number {
  return Date.parse(iso) / 1_000;
}

function secondsSince(time: Date | null, now: Date): number {
  return time ? Math.max(0, (now.getTime() - time.getTime()) / 1_000) : 0;
}
