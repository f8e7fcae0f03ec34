import { type Kysely, sql } from 'kysely';
import { createToken, hashToken } from '#api/auth/tokens.ts';
import type { Database } from '#api/db/schema.ts';

/** Open payments of customers without another subscription, as a store tells them in a grace period. Returns their ids. */
export async function makeRemindable(db: Kysely<Database>, count: number): Promise<number[]> {
  await db.deleteFrom('payment_reminders').execute();
  const { rows } = await sql<{ id: number }>`
    update failed_payments set stage = 'grace_period', deadline_at = now() + interval '3 days',
      deadline_certainty = 'said', ended_at = null, end_cause = null
    where id in (
      select id from failed_payments where state <> 'recovered' and exists (
        select from users where users.id = failed_payments.user_id and users.status = 'active'
          and reminders_refused_at is null
      ) and not exists (
        select from subscriptions where subscriptions.user_id = failed_payments.user_id
          and subscriptions.id <> failed_payments.subscription_id
      ) order by id limit ${count})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reminders that were sent, one for each payment at most. Returns the tokens that refuse more of them. */
export async function addReminders(db: Kysely<Database>, count: number): Promise<string[]> {
  await db.deleteFrom('payment_reminders').execute();
  const tokens = Array.from({ length: count }, createToken);
  const hashes = tokens.map(hashToken);
  const { rows } = await sql<{ payment_id: number }>`
    insert into payment_reminders (payment_id, stage, queued_at, refusal_hashes)
    select payment.id, 'on_hold', now(), array[hash]
    from unnest(${hashes}::bytea[]) with ordinality as given (hash, place)
    join (select id, row_number() over (order by id) as place from failed_payments
      where state is not null order by id limit ${count}) as payment using (place)
    returning payment_id`.execute(db);
  return tokens.slice(0, rows.length);
}
