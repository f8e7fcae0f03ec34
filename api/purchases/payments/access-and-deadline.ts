import { type RawBuilder, sql } from 'kysely';
import type { Deadline, Standing } from '#contract/payments/records.ts';

const DAY_MS = 86_400_000;

/** Whether the store has said something of which access follows. */
export const isAccessKnown = sql<boolean>`(
  coalesce(access_until, deadline_at, ended_at) is not null or last_outcome = 'not_retryable')`;

/** Whether the store gives access. */
export function hasStoreAccess(now: Date): RawBuilder<boolean> {
  return sql<boolean>`access_until > ${now}`;
}

/** Whether an administrator has granted access. */
export function hasCourtesyAccess(now: Date): RawBuilder<boolean> {
  return sql<boolean>`user_id in (select user_id from courtesy_accesses where revoked_at is null and until > ${now})`;
}

/** Whether the customer pays for another subscription: if this one recovers, for both. */
export function hasOtherSubscription(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions as other
    where other.user_id = failed_payments.user_id and other.id <> failed_payments.subscription_id
      and other.status in ('trialing', 'active', 'in_grace_period')
      and (other.end_date is null or other.end_date > ${now}))`;
}

/** Whether the store gives access to the customer of a failed payment. Null if it was never asked. */
function accessAt(now: Date): RawBuilder<'yes' | 'no' | null> {
  return sql<
    'yes' | 'no' | null
  >`case when ${hasStoreAccess(now)} then 'yes' when ${isAccessKnown} then 'no' end`;
}

function courtesyAt(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(select until from courtesy_accesses
    where courtesy_accesses.user_id = failed_payments.user_id and revoked_at is null and until > ${now})`;
}

/** The columns of `failed_payments` that `toAccessAndDeadline` needs. */
export function accessAndDeadlineColumns(now: Date) {
  return [
    'deadline_at',
    'deadline_certainty',
    accessAt(now).as('store_access'),
    courtesyAt(now).as('courtesy_end'),
  ] as const;
}

type Row = {
  deadline_at: Date | null;
  deadline_certainty: Deadline['certainty'] | null;
  store_access: 'yes' | 'no' | null;
  courtesy_end: Date | null;
};

/** What the store said and an administrator granted, as it is sent. */
export function toAccessAndDeadline(row: Row): Standing {
  const { deadline_at, deadline_certainty, store_access, courtesy_end } = row;
  const isKnown = deadline_at !== null && deadline_certainty !== null;
  const deadline = isKnown ? { at: deadline_at.toISOString(), certainty: deadline_certainty } : null;
  if (store_access === 'yes' || courtesy_end === null) {
    return { deadline, access: store_access, courtesy_until: null };
  }
  const lastDay = new Date(courtesy_end.getTime() - DAY_MS).toISOString().slice(0, 10);
  return { deadline, access: 'courtesy', courtesy_until: lastDay };
}
