import { type Kysely, sql } from 'kysely';

/**
 * How many recipes are in each state, have each gap and hold each value; and how many ingredients the published ones
 * use. Kept by the writes, which wait for each other, because an ingredient counts when its first recipe comes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recipe_figures (
      kind text not null,
      -- Without case and accents.
      key text not null,
      value text not null,
      recipes integer not null,
      primary key (kind, key, value)
    ) with (fillfactor = 50)`.execute(db);
  // Keep the gaps equal to api/recipes/filters.ts.
  await sql`
    create function recipe_figures_of(recipe recipes) returns table (kind text, key text, value text)
      language plpgsql immutable parallel safe as $$
    begin
      return query select 'state', case when recipe.deleted_at is not null then 'deleted'
        when recipe.published_at is not null then 'published' else 'draft' end, ''
      union all
      select 'gap', gap, '' from (values
        ('picture', coalesce(recipe.image_url, '') = ''),
        ('nutrition', recipe.nutrition_values = '[]'),
        ('steps', cardinality(recipe.steps) = 0),
        ('times', recipe.preparation_time = 0 and recipe.cooking_time = 0),
        ('any', coalesce(recipe.image_url, '') = '' or recipe.nutrition_values = '[]'
          or cardinality(recipe.steps) = 0 or (recipe.preparation_time = 0 and recipe.cooking_time = 0))
      ) as gaps (gap, is_present) where is_present and recipe.deleted_at is null
      union all
      select field, fold(btrim(item)), min(btrim(item)) from (
        select 'mealTypes' as field, unnest(recipe.meal_types) as item
        union all select 'cuisines', recipe.cuisine
        union all select 'cookingMethods', recipe.cooking_method
        union all select 'featureTags', unnest(recipe.feature_tags)
        union all select 'promotionalTags', unnest(recipe.promotional_tags)
      ) as items where recipe.deleted_at is null and btrim(item) <> '' group by 1, 2
      union all
      select distinct 'ingredient', fold(btrim(item ->> 'name')), ''
        from jsonb_array_elements(recipe.ingredients) as item
        where recipe.published_at is not null and recipe.deleted_at is null;
    end $$`.execute(db);
  await createTriggers(db);
  await sql`
    insert into recipe_figures
    select figure.*, count(*) from recipes, recipe_figures_of(recipes) as figure group by 1, 2, 3`.execute(
    db,
  );
  await sql`
    insert into figures (name, count)
    select 'ingredients', count(*) from recipe_figures where kind = 'ingredient'`.execute(db);
}

async function createTriggers(db: Kysely<never>): Promise<void> {
  // 7262021: arbitrary; no other advisory lock uses it.
  await sql`
    create function keep_recipe_figures() returns trigger language plpgsql as $$
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
          returning kind, key, value, recipes
        )
        select coalesce(sum((recipes > 0)::integer - (recipes - more > 0)::integer), 0)
        from counted join changed using (kind, key, value) where kind = ''ingredient''', changes) into ingredients;
      perform add_to_figure('ingredients', 'epoch', ingredients, 0);
      return null;
    end $$`.execute(db);
  const events = {
    insert: 'new table as new_recipes',
    delete: 'old table as old_recipes',
    update: 'new table as new_recipes old table as old_recipes',
  };
  for (const [event, tables] of Object.entries(events)) {
    await sql`
      create trigger ${sql.id(`recipes_figures_${event}`)} after ${sql.raw(event)} on recipes
        referencing ${sql.raw(tables)} for each statement execute function keep_recipe_figures()`.execute(db);
  }
}
