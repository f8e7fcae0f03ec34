import { sql } from 'kysely';
import type { BulkChange, BulkRow, RecipeSelection } from '#contract/recipes/bulk.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import type { Actor } from '../../audit/write.ts';
import { fromWhere } from '../../db/lists/read-list.ts';
import type { Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import {
  type BulkKind,
  type ListedJob,
  listJobRows,
  listJobs,
  readJob,
  startJob,
  stopJob,
} from '../../jobs/background.ts';
import { readTitles } from '../find.ts';
import { recipeList } from '../list-recipes.ts';

export const recipeChange: BulkKind<'recipe_change'> = {
  name: 'recipe_change',
  subject: 'recipe_id',
  results: ['pending', 'changed', 'unchanged', 'failed'],
  shownFirst: ['failed'],
  messages: { notFound: 'Change not found.', hasEnded: 'This change has ended.' },
};

type NewChange = {
  ids?: readonly number[] | undefined;
  selection: RecipeSelection;
  expected: number;
  change: BulkAction;
  actor: Actor & { kind: 'administrator' };
};

/** Notes the recipes that the selection has now, for the worker. Throws 409 if these are not `expected` ones. */
export async function startBulkChange(
  db: Db,
  { ids, selection, expected, change, actor }: NewChange,
  now: Date,
): Promise<number> {
  const recipes = ids
    ? sql`select distinct unnest(${ids}::integer[]) as id`
    : sql`select id ${fromWhere(recipeList(selection))}`;
  const check = (found: number) => {
    if (found === expected) return;
    throw new Problem(409, `There are now ${found} recipes. Nothing was changed. Check the list again.`);
  };
  return startJob(db, { kind: recipeChange, details: { change }, actor, ids: recipes, check }, now);
}

/** What runs, and what ended in the last day; newest first. */
export async function listBulkChanges(db: Db, now: Date): Promise<BulkChange[]> {
  return (await listJobs(db, recipeChange, now)).map(toBulkChange);
}

/** Throws 404. */
export async function readBulkChange(db: Db, changeId: number): Promise<BulkChange> {
  return toBulkChange(await readJob(db, recipeChange, changeId));
}

/** The worker ends after its current recipes. Throws 404 and 409. */
export async function stopBulkChange(db: Db, changeId: number, now: Date): Promise<void> {
  await stopJob(db, { kind: recipeChange, jobId: changeId }, now);
}

/** Failed ones first. Throws 404. */
export async function listBulkRows(
  db: Db,
  changeId: number,
  page?: number,
): Promise<{ data: BulkRow[]; total: number }> {
  const { rows, total } = await listJobRows(db, recipeChange, { jobId: changeId, page });
  const ids = rows.map(({ subjectId }) => subjectId);
  const titles = await readTitles(db, ids);
  const data = rows.map(({ subjectId, ...row }) => ({
    ...row,
    recipeId: subjectId,
    title: titles.get(subjectId) ?? '',
  }));
  return { data, total };
}

function toBulkChange(job: ListedJob<'recipe_change'>): BulkChange {
  const { details, dueAt: _, total, counts, ...shown } = job;
  return { ...shown, change: details.change, counts: { recipes: total, ...counts } };
}
