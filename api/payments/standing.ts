import { type RawBuilder, sql } from 'kysely';
import type { Access, Deadline, Standing } from '#contract/payments/records.ts';

/** Of the customer of a failed payment. Null if the store was never asked. */
function accessAt(now: Date): RawBuilder<Access | null> {
  return sql<Access | null>`case
    when access_until > ${now} then 'yes'
    when coalesce(access_until, deadline_at, ended_at) is not null or last_outcome = 'not_retryable' then 'no' end`;
}

/** The columns of `toStanding`, of `failed_payments`. */
export function standingColumns(now: Date) {
  return ['deadline_at', 'deadline_certainty', accessAt(now).as('access')] as const;
}

type Row = {
  deadline_at: Date | null;
  deadline_certainty: Deadline['certainty'] | null;
  access: Access | null;
};

/** What the store said, as it is sent. */
export function toStanding({ deadline_at, deadline_certainty, access }: Row): Standing {
  const isKnown = deadline_at !== null && deadline_certainty !== null;
  const deadline = isKnown ? { at: deadline_at.toISOString(), certainty: deadline_certainty } : null;
  return { deadline, access };
}
