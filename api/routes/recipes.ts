import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { listBulkChanges, listBulkRows, startBulkChange, stopBulkChange } from '#contract/recipes/bulk.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import {
  createRecipe,
  deleteRecipe,
  publishRecipe,
  recipeConflictAnswer,
  restoreRecipe,
  unpublishRecipe,
  updateRecipe,
} from '#contract/recipes/edit.ts';
import { parseRecipeEntry } from '#contract/recipes/entries.ts';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import { changeRecipes, readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { listRecipeVersions, readRecipeVersion, revertRecipe } from '#contract/recipes/versions.ts';
import { parseEntry } from '#recipe-reader/parse-entry.ts';
import { Refusal } from '#recipe-reader/refusal.ts';
import { describeFilters } from '../audit/describe-filters.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import { toTotalFields } from '../db/lists/read-list.ts';
import { getAbsoluteApiUrl, getPictureUrl, getStoredPicture } from '../db/picture-urls.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { sendFile } from '../http/send-file.ts';
import { serve } from '../http/serve-endpoint.ts';
import { toRecipeAnswer, toRecipeRecord, toRecipeRows } from '../recipes/answer.ts';
import * as background from '../recipes/bulk/background.ts';
import { changeRecipesInBulk } from '../recipes/bulk/change-now.ts';
import { findRecipe } from '../recipes/find.ts';
import { readRecipeList } from '../recipes/list-recipes.ts';
import * as save from '../recipes/save.ts';
import { changeState, type StateAction } from '../recipes/states.ts';
import { readValues } from '../recipes/values.ts';
import { listVersions, readVersion } from '../recipes/versions.ts';
import { writeExport } from '../recipes/write-export.ts';

/** Recipes: their list, one of them with its versions, changes of many, and their export. */
export function recipeRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', recipeListRoutes(dependencies))
    .route('/', recipeEditingRoutes(dependencies))
    .route('/', recipeExportRoutes(dependencies))
    .route('/', recipeChangeRoutes(dependencies));
}

const DEFAULT_PAGE_SIZE = 10;

/** GET /admin/recipes, its values, one recipe, and changes of several. */
function recipeListRoutes({ db, slowAnswers, clock, environment }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const readKeptValues = slowAnswers.keep(() => readValues(db));
  const answering = { db, publicApiUrl: environment.publicApiUrl };

  serve(app, listRecipes, async ({ query }) => {
    const { page = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const at = toPage({ page, pageSize });
    const { rows, total } = await readRecipeList(db, { query, page: at });
    return {
      data: { recipes: await toRecipeRows(rows, answering) },
      ...toTotalFields(total),
      page,
      pageSize,
    };
  });

  serve(app, readRecipeValues, async () => {
    const { answer: data, ...counted } = await readKeptValues();
    return { data, ...counted };
  });

  serve(app, changeRecipes, async ({ body: { ids, change }, context }) => {
    const changed = await changeRecipesInBulk(db, { ids, change, actor: getActor(context) }, clock());
    const message = changed === 1 ? '1 recipe changed' : `${changed} recipes changed`;
    return { message, data: { changed } };
  });

  serve(app, readRecipe, async ({ parameters: { recipeId } }) =>
    toRecipeAnswer(await findRecipe(db, recipeId), answering),
  );

  return app;
}

/** POST /admin/recipes, PUT /admin/recipes/:recipeId, the calls below it, and POST /admin/recipe-entries. */
function recipeEditingRoutes({ db, clock, environment }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const { publicApiUrl } = environment;
  const answering = { db, publicApiUrl };
  const toStored = <Content extends RecipeContent>(content: Content): Content => ({
    ...content,
    image_url: getStoredPicture(publicApiUrl, content.image_url),
  });

  async function answerSave(context: Context, result: save.SaveResult, message: string) {
    if ('saved' in result) return { ...(await toRecipeAnswer(result.saved, answering)), message };
    const { stale, lastSave } = result;
    const conflict = v.parse(recipeConflictAnswer, {
      status: 409,
      message: 'This recipe has changed since you opened it. Nothing was saved.',
      conflict: { ...lastSave, current: await toRecipeRecord(stale, answering), version: stale.version },
    });
    return context.json(conflict, 409);
  }

  serve(app, createRecipe, async ({ body, context }) => {
    const change = { content: toStored(body), actor: getActor(context) };
    const saved = await save.createRecipe(db, change, clock());
    return { ...(await toRecipeAnswer(saved, answering)), message: 'Recipe saved as a draft' };
  });

  serve(app, updateRecipe, async ({ parameters: { recipeId }, body, context }) => {
    const { version, ...content } = body;
    const change = { recipeId, version, content: toStored(content), actor: getActor(context) };
    return answerSave(context, await save.updateRecipe(db, change, clock()), 'Recipe saved');
  });

  serve(app, revertRecipe, async ({ parameters: { recipeId }, body: { to, version }, context }) => {
    const change = { recipeId, to, version, actor: getActor(context) };
    const message = `The recipe is back to version ${to}`;
    return answerSave(context, await save.revertRecipe(db, change, clock()), message);
  });

  serve(app, listRecipeVersions, async ({ parameters: { recipeId } }) => {
    await findRecipe(db, recipeId);
    const { total, versions } = await listVersions(db, recipeId);
    return { data: versions, total };
  });

  serve(app, readRecipeVersion, async ({ parameters: { recipeId, version } }) => {
    const content = await readVersion(db, recipeId, version);
    return { data: { ...content, image_url: getPictureUrl(publicApiUrl, content.image_url) } };
  });

  const actions = [
    [publishRecipe, 'publish', 'Recipe published'],
    [unpublishRecipe, 'unpublish', 'The recipe is a draft again'],
    [deleteRecipe, 'delete', 'Recipe deleted. You can restore it for 30 days.'],
    [restoreRecipe, 'restore', 'Recipe restored'],
  ] as const satisfies [unknown, StateAction, string][];

  for (const [endpoint, action, message] of actions) {
    serve(app, endpoint, async ({ parameters: { recipeId }, context }) => {
      const changed = await changeState(db, { recipeId, action, actor: getActor(context) }, clock());
      return { ...(await toRecipeAnswer(changed, answering)), message };
    });
  }

  serve(app, parseRecipeEntry, async ({ body: { kind, text } }) => {
    try {
      return { data: parseEntry(kind, text) };
    } catch (error) {
      throw error instanceof Refusal ? new Problem(422, error.message) : error;
    }
  });

  return app;
}

const types: Readonly<Record<ExportFormat, string>> = {
  jsonld: 'application/ld+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** GET /admin/recipe-export. */
function recipeExportRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, backgroundDb, clock, environment, siteUrl, log } = dependencies;
  const app = new Hono<AdminVariables>();

  serve(app, exportRecipes, async ({ query: { format, ...query }, context }) => {
    const apiUrl = getAbsoluteApiUrl(environment.publicApiUrl, siteUrl);
    const pieces = writeExport(backgroundDb, { format, query, apiUrl });
    const changes = describeFilters({ format, ...query });
    const entry = { actor: getActor(context), action: 'recipes_exported', userId: null, changes } as const;
    return sendFile(context, {
      pieces,
      type: types[format],
      log,
      beforeFirst: () => writeAuditEntry(db, entry, clock()),
    });
  });

  return app;
}

/** /admin/recipe-changes and what is below it. */
function recipeChangeRoutes({ db, clock, bulkChanges }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listBulkChanges, async () => ({
    data: await background.listBulkChanges(db, clock()),
  }));

  serve(app, startBulkChange, async ({ body, context }) => {
    const changeId = await background.startBulkChange(db, { ...body, actor: getActor(context) }, clock());
    bulkChanges.wake();
    return { data: await background.readBulkChange(db, changeId), message: 'Change started' };
  });

  serve(app, stopBulkChange, async ({ parameters: { changeId } }) => {
    await background.stopBulkChange(db, changeId, clock());
    return { data: await background.readBulkChange(db, changeId) };
  });

  serve(app, listBulkRows, async ({ parameters: { changeId }, query: { page } }) =>
    background.listBulkRows(db, changeId, page),
  );

  return app;
}
