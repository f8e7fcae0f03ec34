import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { type UserTimelineEntry, userTimelineEntry } from '#contract/users/timeline.ts';
import { actorName, administratorName } from '../audit/read.ts';
import type { Db } from '../db/schema.ts';
import { type Bounds, isoTime, type Part, partsOfUser, readTimelinePage } from '../purchases/timeline.ts';

/** Their own kinds say more: these entries of the log would repeat them. */
const OWN_KINDS = [
  'payment_check_started',
  'payment_checked',
  'payment_reminded',
  'note_added',
  'courtesy_granted',
  'courtesy_revoked',
];

/** What happened to a user, newest first: a page of entries as the contract has them, and where the older ones begin. */
export async function readUserTimelinePage(
  db: Db,
  userId: number,
  before: string | undefined,
): Promise<{ entries: UserTimelineEntry[]; older: string | null }> {
  const { entries, older } = await readTimelinePage(db, (bounds) => partsWithin(userId, bounds), before);
  return { entries: entries.map((entry) => v.parse(userTimelineEntry, entry)), older };
}

function partsWithin(userId: number, bounds: Bounds): Part[] {
  /** The newest rows of each: those of each subscription and each payment are in order of time; together they are not. */
  const newest = (table: string, time: string, parent: RawBuilder<unknown>) => sql`
    (select * from ${sql.table(table)} where ${parent} and ${sql.ref(time)} is not null
      and ${bounds.before ? sql`${sql.ref(time)} <= ${bounds.before}` : sql`true`}
      order by ${sql.ref(time)} desc, id desc limit ${bounds.limit})`;
  const ofSubscription = (time: string) => sql`subscriptions cross join lateral
    ${newest('charges', time, sql`subscription_id = subscriptions.id`)} as charges`;
  const isOwn = sql`user_id = ${userId}`;
  const money = (minor: RawBuilder<unknown>) => sql`case when amount_minor is not null then
    json_build_object('minor', ${minor}, 'currency', currency) end`;
  return [
    {
      kind: 'charge',
      at: sql`charged_at`,
      details: sql`json_build_object('order', order_id, 'isRecovery', payment_id is not null, 'plan', plan,
        'amount', ${money(sql`amount_minor`)})`,
      from: ofSubscription('charged_at'),
      tie: 'charges.id',
      where: isOwn,
    },
    {
      kind: 'refund',
      at: sql`refunded_at`,
      details: sql`json_build_object('order', order_id, 'plan', plan, 'amount', ${money(sql`refunded_minor`)})`,
      from: ofSubscription('refunded_at'),
      tie: 'charges.id',
      where: isOwn,
    },
    {
      kind: 'failure',
      at: sql`failed_payments.created_at`,
      details: sql`json_build_object('message', error_message, 'plan', plan, 'recovered',
        case when recovered_at is not null then json_build_object('at', ${isoTime('recovered_at')}, 'by',
          case when not recovered_alone and (recovered_by is not null or last_outcome = 'recovered')
          then ${administratorName('recovered_by')} end) end)`,
      from: sql`failed_payments join subscriptions on subscriptions.id = subscription_id`,
      tie: 'failed_payments.id',
      where: sql`failed_payments.user_id = ${userId}`,
    },
    {
      kind: 'check',
      at: sql`started_at`,
      details: sql`json_build_object('by', ${administratorName('checks.administrator_id')}, 'outcome', outcome,
        'message', message, 'notes', nullif(nullif(trim(notes), ''), ${RETRY_NOTES}), 'rawState', null)`,
      from: sql`failed_payments cross join lateral
        ${newest('payment_checks', 'started_at', sql`payment_id = failed_payments.id`)} as checks`,
      tie: 'checks.id',
      where: isOwn,
    },
    {
      kind: 'reminder',
      at: sql`sent_at`,
      details: sql`json_build_object('by', ${administratorName('administrator_id')}, 'stage', payment_reminders.stage)`,
      from: sql`failed_payments join payment_reminders on payment_id = failed_payments.id`,
      tie: 'payment_reminders.id',
      where: sql`${isOwn} and sent_at is not null`,
    },
    ...partsOfUser(userId),
    {
      kind: 'change',
      at: sql`at`,
      details: sql`json_build_object('by', ${actorName}, 'action', action, 'changes', changes)`,
      // The names of who did it are read for the page only.
      from: sql`${newest('audit_entries', 'at', sql`${isOwn} and action <> all (${OWN_KINDS})`)} as audit_entries`,
      where: sql`true`,
    },
  ];
}
