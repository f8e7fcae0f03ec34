import { type Kysely, sql } from 'kysely';

/** The function of 0023 also keeps how many payments were recovered in each month. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`lock table failed_payments in share row exclusive mode`.execute(db);
  await sql`
    create or replace function keep_payment_figures() returns trigger language plpgsql as $$
    declare
      changes text := case tg_op
        when 'INSERT' then 'select 1 as sign, state, platform, recovered_at from new_payments'
        when 'DELETE' then 'select -1 as sign, state, platform, recovered_at from old_payments'
        else 'select 1 as sign, state, platform, recovered_at from new_payments
          union all select -1, state, platform, recovered_at from old_payments' end;
      figure record;
    begin
      for figure in execute format('
        with changed as (%s)
        select concat_ws('' '', ''payments'', state, platform) as name, date ''epoch'' as month, sum(sign) as more
        from changed where state is not null group by 1 having sum(sign) <> 0
        union all
        select ''recovered'', charge_month(recovered_at), sum(sign)
        from changed where state = ''recovered'' group by 2 having sum(sign) <> 0', changes)
      loop
        perform add_to_figure(figure.name, figure.month, figure.more::bigint, 0);
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    insert into figures (name, month, count)
    select 'recovered', charge_month(recovered_at), count(*) from failed_payments
    where state = 'recovered' group by 2`.execute(db);
}
