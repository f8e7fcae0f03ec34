import { type Kysely, sql } from 'kysely';

/**
 * The function of 0017 found out which ingredients were new by a join of its own results, without an index: the time grew
 * with the square of the ingredients of a statement. The insert itself knows the row before and after.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function keep_recipe_figures() returns trigger language plpgsql as $$
    declare
      changes text := case tg_op
        when 'INSERT' then 'select 1 as sign, figure.* from new_recipes as recipe, recipe_figures_of(recipe) as figure'
        when 'DELETE' then 'select -1 as sign, figure.* from old_recipes as recipe, recipe_figures_of(recipe) as figure'
        else 'select 1 as sign, figure.* from new_recipes as recipe, recipe_figures_of(recipe) as figure
          union all select -1, figure.* from old_recipes as recipe, recipe_figures_of(recipe) as figure' end;
      ingredients bigint;
    begin
      perform pg_advisory_xact_lock(7262021);
      execute format('
        with changed as (
          select kind, key, value, sum(sign)::integer as more from (%s) as changes
          group by 1, 2, 3 having sum(sign) <> 0
        ), counted as (
          insert into recipe_figures as figure select kind, key, value, more from changed order by 1, 2, 3
          on conflict (kind, key, value) do update set recipes = figure.recipes + excluded.recipes
          returning new.kind, (new.recipes > 0)::integer - (coalesce(old.recipes, 0) > 0)::integer as appeared
        )
        select coalesce(sum(appeared), 0) from counted where kind = ''ingredient''', changes) into ingredients;
      perform add_to_figure('ingredients', 'epoch', ingredients, 0);
      return null;
    end $$`.execute(db);
}
