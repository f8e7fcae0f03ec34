import { sql } from 'kysely';

/** The recount of what 0031 keeps. */

export const recoveryGroup = sql`month, platform, product_id, stage, result, days`;

export const countedRecoveryFigures = sql`
  select charge_month(created_at) as month, platform, product_id, stage, result,
    whole_days(created_at, recovered_at) as days, count(*) as count
  from failed_payments where state is not null group by 1, 2, 3, 4, 5, 6`;

export const riskSums = sql`payments, minor, cents, not_converted, without_price`;

/** Older payments have only an amount in US dollars. */
export const countedRiskFigures = sql`
  select currency, count(coalesce(amount_minor, amount_cents)) as payments,
    coalesce(sum(coalesce(amount_minor, amount_cents)), 0) as minor, coalesce(sum(amount_cents), 0) as cents,
    count(*) filter (where amount_minor is not null and amount_cents is null) as not_converted,
    count(*) filter (where amount_minor is null and amount_cents is null) as without_price
  from failed_payments where state is not null and result = 'open' group by 1`;

/** Rows of `figures`. */
export const countedLosses = sql`
  select 'ended ' || coalesce(end_cause, 'unknown') as name, charge_month(end_date) as month, count(*) as count,
    0::numeric as cents
  from subscriptions
  where status = 'expired' and end_date is not null and end_cause is distinct from 'replaced' group by 1, 2`;

/** Figures of recovery and risk that differ from their recount, as text. */
export const wrongRecoveryFigures = sql`
  select concat_ws(' ', 'recovery', ${recoveryGroup}) as figure, sum(kept)::text as kept, sum(counted)::text as counted
  from (
    select ${recoveryGroup}, count as kept, 0 as counted from recovery_figures
    union all
    select ${recoveryGroup}, 0, count from (${countedRecoveryFigures}) as counted
  ) as compared group by ${recoveryGroup} having sum(kept) <> sum(counted)
  union all
  select 'risk ' || currency, concat_ws(' / ', ${riskColumns('kept')}), concat_ws(' / ', ${riskColumns('counted')})
  from (
    select currency, sum(payments) as payments, sum(minor) as minor, sum(cents) as cents,
      sum(not_converted) as not_converted, sum(without_price) as without_price
    from risk_figures group by 1
  ) as kept full join (${countedRiskFigures}) as counted using (currency)
  where (${riskColumns('kept')}) <> (${riskColumns('counted')})`;

function riskColumns(from: 'kept' | 'counted') {
  const columns = ['payments', 'minor', 'cents', 'not_converted', 'without_price'];
  return sql.join(columns.map((column) => sql`coalesce(${sql.ref(`${from}.${column}`)}, 0)`));
}
