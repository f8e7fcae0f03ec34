import { type Kysely, sql, type Transaction } from 'kysely';
import { liftTimeLimit } from '../role-settings.ts';
import type { Database } from '../schema.ts';
import {
  countedLosses,
  countedRecoveryFigures,
  countedRiskFigures,
  recoveryGroup,
  riskSums,
  wrongRecoveryFigures,
} from './counted-recovery.ts';

/** A figure that differs from a recount. */
export type WrongFigure = { figure: string; kept: string; counted: string };

const countedFigures = sql`
  select 'users' as name, date 'epoch' as month, count(*) as count, 0::numeric as cents from users
  union all
  select 'charges', charge_month(charged_at), count(distinct subscription_id), coalesce(sum(amount_cents), 0)
    from charges group by 2
  union all
  select 'not converted', charge_month(charged_at), count(*), 0
    from charges where amount_cents is null group by 2
  union all
  select 'ingredients', 'epoch', count(distinct figure.key), 0
    from recipes, recipe_figures_of(recipes) as figure where figure.kind = 'ingredient'
  union all
  select concat_ws(' ', 'payments', state, platform), 'epoch', count(*), 0
    from failed_payments where state is not null group by 1
  union all
  select 'recovered', charge_month(recovered_at), count(*), 0
    from failed_payments where state = 'recovered' group by 2
  union all
  ${countedLosses}`;

const countedRecipeFigures = sql`
  select figure.kind, figure.key, figure.value, count(*)::integer as recipes
  from recipes, recipe_figures_of(recipes) as figure group by 1, 2, 3`;

const userGroup = sql`filter_group, status, role, onboarding_status, is_email_verified, subscription_status,
  is_deletion_under_way`;

const countedUserFigures = sql`select ${userGroup}, count(*)::integer as users from users group by ${userGroup}`;

/** Users with another status of their newest subscription than that subscription. */
const wrongSubscriptionStatus = sql`
  select users.id, coalesce(newest.status, 'none') as status from users left join lateral (
    select status from subscriptions where user_id = users.id order by start_date desc, id desc limit 1
  ) as newest on true where users.subscription_status <> coalesce(newest.status, 'none')`;

/** Counts everything again and compares. Reads one snapshot, so that writes may go on. */
export async function findWrongFigures(db: Kysely<Database>): Promise<WrongFigure[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await liftTimeLimit(transaction);
      const { rows } = await sql<WrongFigure>`
        with kept as (
          select name, month, sum(count) as count, sum(cents) as cents from figures group by 1, 2
        ), counted as (${countedFigures}), kept_recipes as (
          select * from recipe_figures where recipes <> 0
        ), counted_recipes as (${countedRecipeFigures}), kept_users as (
          select ${userGroup}, sum(users) as users from user_figures group by ${userGroup} having sum(users) <> 0
        ), counted_users as (${countedUserFigures})
        select concat_ws(' ', name, nullif(month, 'epoch')) as figure,
          concat_ws(' / ', coalesce(kept.count, 0), coalesce(kept.cents, 0)) as kept,
          concat_ws(' / ', coalesce(counted.count, 0), coalesce(counted.cents, 0)) as counted
        from kept full join counted using (name, month)
        where coalesce(kept.count, 0) <> coalesce(counted.count, 0)
          or coalesce(kept.cents, 0) <> coalesce(counted.cents, 0)
        union all
        select concat_ws(' ', kind, key, value), coalesce(kept_recipes.recipes, 0)::text,
          coalesce(counted_recipes.recipes, 0)::text
        from kept_recipes full join counted_recipes using (kind, key, value)
        where kept_recipes.recipes is distinct from counted_recipes.recipes
        union all
        select concat_ws(' ', 'users', ${userGroup}), coalesce(kept_users.users, 0)::text,
          coalesce(counted_users.users, 0)::text
        from kept_users full join counted_users using (${userGroup})
        where kept_users.users is distinct from counted_users.users
        union all
        select 'users with a wrong status of the subscription', count(*)::text, '0'
        from (${wrongSubscriptionStatus}) as wrong having count(*) > 0
        union all
        ${wrongRecoveryFigures}
        order by 1`.execute(transaction);
      return rows;
    });
}

/** Writes of users, subscriptions, charges, recipes and failed payments wait for the end of the transaction. */
export async function rebuildFigures(transaction: Transaction<Database>): Promise<void> {
  await liftTimeLimit(transaction);
  await sql`lock table users, subscriptions, charges, recipes, failed_payments in share row exclusive mode`.execute(
    transaction,
  );
  await sql`
    update users set subscription_status = wrong.status from (${wrongSubscriptionStatus}) as wrong
    where users.id = wrong.id`.execute(transaction);
  await sql`delete from figures`.execute(transaction);
  await sql`delete from recipe_figures`.execute(transaction);
  await sql`delete from user_figures`.execute(transaction);
  await sql`delete from recovery_figures`.execute(transaction);
  await sql`delete from risk_figures`.execute(transaction);
  await sql`insert into figures (name, month, count, cents) ${countedFigures}`.execute(transaction);
  await sql`insert into recipe_figures (kind, key, value, recipes) ${countedRecipeFigures}`.execute(
    transaction,
  );
  await sql`insert into user_figures (${userGroup}, users) ${countedUserFigures}`.execute(transaction);
  await sql`insert into recovery_figures (${recoveryGroup}, count) ${countedRecoveryFigures}`.execute(
    transaction,
  );
  await sql`insert into risk_figures (currency, ${riskSums}) ${countedRiskFigures}`.execute(transaction);
}
