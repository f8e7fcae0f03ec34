import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { asObject } from '../schema/coerce.ts';

/** Imports of recipes. These calls need `recipes:import`. */

export const importLimits = {
  /** The size of all files together. */
  bytes: 50_000_000,
  files: 500,
  recipes: 5_000,
  /** An import can be undone this long; then its files are deleted. */
  undoDays: 30,
} as const;

/** `uploading` takes files; `ready` shows what would be created; `stopped` can go on. */
export const importStates = [
  'uploading',
  'reading',
  'ready',
  'importing',
  'stopped',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** For a row whose title exists; others have `create`. */
export const importChoices = ['create', 'skip', 'replace', 'both'] as const;
export type ImportChoice = (typeof importChoices)[number];
export const duplicateChoices = ['skip', 'replace', 'both'] as const;
export type DuplicateChoice = (typeof duplicateChoices)[number];

/** `invalid` rows have no title or nothing that could be imported. `kept`: changed since, so an undo left it alone. */
export const importResults = [
  'pending',
  'invalid',
  'created',
  'replaced',
  'skipped',
  'failed',
  'undone',
  'kept',
] as const;
export type ImportResult = (typeof importResults)[number];

/** PostgreSQL’s largest integer. */
const MAX_ROW = 2_147_483_647;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.string();

const countOfResults = {
  pending: count,
  invalid: count,
  created: count,
  replaced: count,
  skipped: count,
  failed: count,
  undone: count,
  kept: count,
} satisfies Record<ImportResult, typeof count>;

const countOfChoices = { create: count, skip: count, replace: count, both: count } satisfies Record<
  ImportChoice,
  typeof count
>;

const importRecord = v.object({
  id: v.number(),
  state: v.picklist(importStates),
  /** ISO 8601 with a zone, as the other times. */
  createdAt: instant,
  /** Name and e-mail of the administrator. */
  createdBy: v.nullable(v.string()),
  finishedAt: v.nullable(instant),
  /** Null if there is nothing to undo. */
  undoUntil: v.nullable(instant),
  files: v.array(v.object({ name: v.string(), bytes: count })),
  /** Why it failed. */
  message: v.nullable(v.string()),
  /** Whether `start` begins it or goes on: not if its files could not be read. */
  canStart: v.boolean(),
  counts: v.object({
    rows: count,
    /** Rows with at least one problem. */
    problems: count,
    duplicates: count,
    /** Pending rows by their choice. */
    planned: v.object(countOfChoices),
    ...countOfResults,
    /** Recipes whose content or state was changed since: an undo keeps them. */
    changedSince: count,
  }),
});
export type ImportRecord = v.InferOutput<typeof importRecord>;

const importRow = v.object({
  /** From 1, in the order of the files. */
  row: count,
  file: v.string(),
  /** "line 12", "recipe 3", or ''. */
  place: v.string(),
  title: v.string(),
  /** How much was found; null for an invalid row. Times are seconds, 0 if unknown. */
  found: v.nullable(
    v.object({
      ingredients: count,
      steps: count,
      nutritionValues: count,
      preparation_time: count,
      cooking_time: count,
      servings: v.nullable(count),
      hasPicture: v.boolean(),
    }),
  ),
  problems: v.array(v.object({ field: v.string(), message: v.string(), value: v.string() })),
  /** Recipes with this title, compared without case, accents and punctuation. */
  duplicates: v.array(v.object({ id: v.number(), title: v.string() })),
  /** Whether an earlier row of this import has the title. */
  isRepeated: v.boolean(),
  choice: v.picklist(importChoices),
  result: v.picklist(importResults),
  /** The recipe that was created or replaced. */
  recipeId: v.nullable(v.number()),
  /** Why it failed or was left alone. */
  message: v.nullable(v.string()),
});
export type ImportRow = v.InferOutput<typeof importRow>;

const answer = v.object({ ...envelope, data: importRecord });
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/** POST /admin/recipe-imports: an empty import that takes files. */
export const createImport = endpoint({ method: 'POST', path: '/admin/recipe-imports', answer, reshape });

/**
 * POST /admin/recipe-imports/:importId/files/:name: the bytes of one file as application/octet-stream. 408 after 30 s
 * without a byte, 413 above the limit of all files, 409 unless the import takes files. The session is checked again at
 * the end.
 */
export const uploadImportFile = endpoint({
  method: 'POST',
  path: '/admin/recipe-imports/:importId/files/:name',
  answer,
  reshape,
});

/**
 * POST /admin/recipe-imports/:importId/read: reads the files in the background and stores no recipe. 409 without files.
 */
export const readImportFiles = endpoint({
  method: 'POST',
  path: '/admin/recipe-imports/:importId/read',
  answer,
  reshape,
});

/** GET /admin/recipe-imports/:importId. 404 for an unknown import. */
export const readImport = endpoint({
  method: 'GET',
  path: '/admin/recipe-imports/:importId',
  answer,
  reshape,
});

/** GET /admin/recipe-imports: the newest 20 that have read a file. */
export const listImports = endpoint({
  method: 'GET',
  path: '/admin/recipe-imports',
  answer: v.object({ ...envelope, data: v.array(importRecord) }),
  reshape,
});

export const importRowFilters = ['all', 'problems', 'duplicates', ...importResults] as const;
export type ImportRowFilter = (typeof importRowFilters)[number];
export const IMPORT_ROWS_PER_PAGE = 50;

/** GET /admin/recipe-imports/:importId/rows: 50 a page. `total` counts what `show` shows. */
export const listImportRows = endpoint({
  method: 'GET',
  path: '/admin/recipe-imports/:importId/rows',
  query: v.object({ page: listQuery.entries.page, show: v.optional(v.picklist(importRowFilters)) }),
  answer: v.object({ ...envelope, data: v.array(importRow), total: count }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});

/**
 * POST /admin/recipe-imports/:importId/choices: for one duplicate row, or without `row` for all. 409 unless `ready`.
 */
export const chooseForDuplicates = endpoint({
  method: 'POST',
  path: '/admin/recipe-imports/:importId/choices',
  body: v.object({
    row: v.optional(v.pipe(count, v.maxValue(MAX_ROW))),
    choice: v.picklist(duplicateChoices),
  }),
  answer,
  reshape,
});

const action = (name: 'start' | 'stop' | 'undo' | 'discard') =>
  endpoint({ method: 'POST', path: `/admin/recipe-imports/:importId/${name}`, answer, reshape });

/** Creates the recipes as drafts, in the background, one transaction a row. 409 unless `ready` or `stopped`. */
export const startImport = action('start');

/** Ends after the current row. 409 unless `importing`. */
export const stopImport = action('stop');

/**
 * Deletes what was created and reverts what was replaced, in the background. A recipe that was changed since is left
 * alone. 409 after 30 days and unless `done` or `stopped`.
 */
export const undoImport = action('undo');

/** Deletes files and rows of an import that has stored nothing. 409 for others. */
export const discardImport = action('discard');
