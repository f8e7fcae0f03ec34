import { Hono } from 'hono';
import {
  chooseForDuplicates,
  createImport,
  discardImport,
  importLimits,
  listImportRows,
  listImports,
  readImport,
  readImportFiles,
  startImport,
  stopImport,
  undoImport,
  uploadImportFile,
} from '#contract/recipes/imports.ts';
import { type AdminVariables, authorise, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { parseRowId, serve, serveByText } from '../http/serve-endpoint.ts';
import * as actions from '../imports/actions.ts';
import { addFile, TOO_LARGE } from '../imports/files.ts';
import { listImportRecords, readImportRecord } from '../imports/records.ts';
import { listRows } from '../imports/rows.ts';

/** /admin/recipe-imports and what is below it. */
export function importRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock, imports } = dependencies;
  const app = new Hono<AdminVariables>();
  const answer = async (importId: number) => ({ data: await readImportRecord(db, importId) });

  serve(app, listImports, async () => ({ data: await listImportRecords(db) }));

  serve(app, createImport, async ({ context }) =>
    answer(await actions.createImport(db, getActor(context), clock())),
  );

  serveByText(app, uploadImportFile, async ({ parameters: { importId, name }, context }) => {
    const id = parseRowId(importId);
    const bytes = receiveUpload(context, { maxBytes: importLimits.bytes, tooLarge: TOO_LARGE });
    const file = {
      importId: id,
      name,
      bytes,
      // The session may have ended while the file arrived.
      authorise: (transaction: typeof db) => authorise({ ...dependencies, db: transaction }, context),
    };
    await addFile(db, file, clock());
    return answer(id);
  });

  serve(app, readImportFiles, async ({ parameters: { importId }, context }) => {
    await actions.startReading(db, { importId, actor: getActor(context) }, clock());
    imports.wake();
    return answer(importId);
  });

  serve(app, readImport, async ({ parameters: { importId } }) => answer(importId));

  serve(app, listImportRows, async ({ parameters: { importId }, query }) => listRows(db, importId, query));

  serve(app, chooseForDuplicates, async ({ parameters: { importId }, body }) => {
    await actions.chooseForDuplicates(db, { importId, ...body });
    return answer(importId);
  });

  serve(app, startImport, async ({ parameters: { importId }, context }) => {
    await actions.startImporting(db, { importId, actor: getActor(context) }, clock());
    imports.wake();
    return answer(importId);
  });

  serve(app, stopImport, async ({ parameters: { importId } }) => {
    await actions.stopImporting(db, importId, clock());
    return answer(importId);
  });

  serve(app, undoImport, async ({ parameters: { importId }, context }) => {
    await actions.startUndoing(db, { importId, actor: getActor(context) }, clock());
    imports.wake();
    return answer(importId);
  });

  serve(app, discardImport, async ({ parameters: { importId } }) => {
    const { data } = await answer(importId);
    await actions.discardImport(db, importId);
    return { data, message: 'Import discarded' };
  });

  return app;
}
