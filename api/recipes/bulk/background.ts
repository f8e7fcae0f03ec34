import { type Kysely, sql, type Transaction } from 'kysely';
import type { BulkChange, BulkRow, RecipeSelection } from '#contract/recipes/bulk.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { administratorName } from '../../audit/read.ts';
import type { Actor } from '../../audit/write.ts';
import { fromWhere } from '../../db/lists/read-list.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { recipeList } from '../list-recipes.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED = 20;
const ROWS_PER_PAGE = 50;
const KEPT_DAYS = 30;

type NewChange = {
  ids?: readonly number[] | undefined;
  selection: RecipeSelection;
  expected: number;
  change: BulkAction;
  actor: Actor & { kind: 'administrator' };
};

/** Notes the recipes that the selection has now, for the worker. Throws 409 if these are not `expected` ones. */
export async function startBulkChange(
  db: Kysely<Database>,
  { ids, selection, expected, change, actor }: NewChange,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('recipe_changes')
      .values({
        change: JSON.stringify(change),
        started_at: now,
        started_by: actor.id,
        request_id: actor.requestId,
        due_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const found = await noteRecipes(transaction, { id, ids, selection });
    if (found !== expected) {
      throw new Problem(409, `There are now ${found} recipes. Nothing was changed. Check the list again.`);
    }
    return id;
  });
}

type Recipes = Pick<NewChange, 'ids' | 'selection'> & { id: number };

/** Returns how many. */
async function noteRecipes(
  transaction: Transaction<Database>,
  { id, ids, selection }: Recipes,
): Promise<number> {
  const insert = transaction.insertInto('recipe_change_rows');
  if (ids) {
    const values = [...new Set(ids)].map((recipe_id) => ({ change_id: id, recipe_id }));
    await insert.values(values).execute();
    return values.length;
  }
  const found = sql`select ${id}::integer, id ${fromWhere(recipeList(selection))}`;
  const { numInsertedOrUpdatedRows } = await insert
    .columns(['change_id', 'recipe_id'])
    .expression(found)
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** What runs, and what ended in the last day; newest first. */
export async function listBulkChanges(db: Kysely<Database>, now: Date): Promise<BulkChange[]> {
  const rows = await changes(db)
    .where(({ eb, or }) =>
      or([eb('finished_at', 'is', null), eb('finished_at', '>', new Date(now.getTime() - DAY_MS))]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return Promise.all(rows.map((row) => toBulkChange(db, row)));
}

/** Throws 404. */
export async function readBulkChange(db: Kysely<Database>, changeId: number): Promise<BulkChange> {
  const row = await changes(db).where('recipe_changes.id', '=', changeId).executeTakeFirst();
  return row ? toBulkChange(db, row) : throwUnknown();
}

/** The worker ends after its current recipes. Throws 404 and 409. */
export async function stopBulkChange(db: Kysely<Database>, changeId: number): Promise<void> {
  const { state } = await readBulkChange(db, changeId);
  const { numUpdatedRows } = await db
    .updateTable('recipe_changes')
    .set({ state: 'stopped' })
    .where('id', '=', changeId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (state !== 'running' || numUpdatedRows === 0n) throw new Problem(409, 'This change has ended.');
}

/** Failed ones first. Throws 404. */
export async function listBulkRows(db: Kysely<Database>, changeId: number, page = 1) {
  await readBulkChange(db, changeId);
  const ofChange = db.selectFrom('recipe_change_rows').where('change_id', '=', changeId);
  const [{ total }, rows] = await Promise.all([
    ofChange.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    ofChange
      .leftJoin('recipes', 'recipes.id', 'recipe_id')
      .select(['recipe_id', 'result', 'message', sql<string>`coalesce(recipes.title, '')`.as('title')])
      .orderBy(sql`result <> 'failed'`)
      .orderBy('recipe_id')
      .limit(ROWS_PER_PAGE)
      .offset((page - 1) * ROWS_PER_PAGE)
      .execute(),
  ]);
  const data: BulkRow[] = rows.map(({ recipe_id, ...row }) => ({ ...row, recipeId: recipe_id }));
  return { data, total };
}

/** The audit log keeps who changed which recipes. */
export async function removeOldBulkChanges(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.deleteFrom('recipe_changes').where('started_at', '<=', before).execute();
}

function changes(db: Kysely<Database>) {
  return db
    .selectFrom('recipe_changes')
    .select(['id', 'change', 'state', 'started_at', 'finished_at', 'given_up_at'])
    .select(administratorName('recipe_changes.started_by').as('by'));
}

type ListedChange = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>;

async function toBulkChange(db: Kysely<Database>, row: ListedChange): Promise<BulkChange> {
  const groups = await db
    .selectFrom('recipe_change_rows')
    .where('change_id', '=', row.id)
    .select(['result', sql<number>`count(*)::integer`.as('count')])
    .groupBy('result')
    .execute();
  const count = (result: BulkRow['result']) => groups.find((group) => group.result === result)?.count ?? 0;
  return {
    id: row.id,
    change: row.change,
    state: row.given_up_at ? 'failed' : row.state,
    startedAt: row.started_at.toISOString(),
    finishedAt: (row.given_up_at ?? row.finished_at)?.toISOString() ?? null,
    startedBy: row.by,
    counts: {
      recipes: groups.reduce((sum, group) => sum + group.count, 0),
      pending: count('pending'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      failed: count('failed'),
    },
  };
}

function throwUnknown(): never {
  throw new Problem(404, 'Change not found.');
}
