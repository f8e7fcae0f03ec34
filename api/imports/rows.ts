import { type RawBuilder, sql } from 'kysely';
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportResult,
  type ImportRow,
  type ImportRowFilter,
} from '#contract/recipes/imports.ts';
import type { Db } from '../db/schema.ts';
import { readTitles } from '../recipes/find.ts';
import { hasDuplicate, hasProblem, importNotFound } from './records.ts';

function matchesShow(show: ImportRowFilter): RawBuilder<boolean> {
  if (show === 'all') return sql`true`;
  if (show === 'problems') return hasProblem;
  if (show === 'duplicates') return hasDuplicate;
  return sql`result = ${show}`;
}

/** What was found, counted by PostgreSQL: the contents of a page may have several MB. */
const foundInContent = sql<ImportRow['found']>`case when content is not null then jsonb_build_object(
  'ingredients', jsonb_array_length(content -> 'ingredients'),
  'steps', jsonb_array_length(content -> 'steps'),
  'nutritionValues', jsonb_array_length(content -> 'nutritionValues'),
  'preparation_time', content -> 'preparation_time',
  'cooking_time', content -> 'cooking_time',
  'servings', content -> 'servings',
  'hasPicture', content ->> 'image_url' is not null) end`;

/** Throws 404. */
export async function listRows(
  db: Db,
  importId: number,
  { page = 1, show = 'all' }: { page?: number | undefined; show?: ImportRowFilter | undefined },
): Promise<{ data: ImportRow[]; total: number }> {
  await ensureExists(db, importId);
  const found = selectRows(db, importId).where(matchesShow(show));
  const [{ total }, rows] = await Promise.all([
    found.clearSelect().select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    found
      .orderBy('background_job_rows.row')
      .limit(IMPORT_ROWS_PER_PAGE)
      .offset((page - 1) * IMPORT_ROWS_PER_PAGE)
      .execute(),
  ]);
  const titles = await readTitles(
    db,
    rows.flatMap(({ duplicate_ids }) => duplicate_ids),
  );
  return { data: rows.map((row) => toRow(row, titles)), total };
}

function selectRows(db: Db, importId: number) {
  return db
    .selectFrom('background_job_rows')
    .innerJoin('import_recipes', (join) =>
      join.onRef('import_id', '=', 'job_id').onRef('import_recipes.row', '=', 'background_job_rows.row'),
    )
    .where('job_id', '=', importId)
    .select([
      'background_job_rows.row',
      'file',
      'place',
      'title',
      'problems',
      'duplicate_ids',
      'is_repeated',
      'choice',
      sql<ImportResult>`result`.as('result'),
      'recipe_id',
      'message',
      foundInContent.as('found'),
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

async function ensureExists(db: Db, importId: number): Promise<void> {
  const found = await db
    .selectFrom('background_jobs')
    .where('id', '=', importId)
    .where('kind', '=', 'recipe_import')
    .select('id')
    .executeTakeFirst();
  if (!found) throw importNotFound();
}

function toRow({ found, ...row }: ListedRow, titles: ReadonlyMap<number, string>): ImportRow {
  return {
    row: row.row,
    file: row.file,
    place: row.place,
    title: row.title,
    found,
    problems: row.problems,
    duplicates: row.duplicate_ids.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    }),
    isRepeated: row.is_repeated,
    choice: row.choice,
    result: row.result,
    recipeId: row.recipe_id,
    message: row.message,
  };
}
