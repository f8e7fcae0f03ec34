import { Hono } from 'hono';
import { exportUsers, type UserExportQuery } from '#contract/users/exports.ts';
import { writeUserExport } from '../../accounts/export-users.ts';
import { writeAuditEntry } from '../../audit/write.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { serve } from '../../http/serve-endpoint.ts';

/** GET /admin/user-export. */
export function userExportRoutes({ db, backgroundDb, clock, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportUsers, async ({ query, context }) => {
    const actor = getActor(context);
    const changes = toChanges(query);
    return sendFile(context, {
      pieces: writeUserExport(backgroundDb, query),
      type: 'text/csv; charset=utf-8; header=present',
      log,
      beforeFirst: () =>
        writeAuditEntry(db, { actor, action: 'users_exported', userId: null, changes }, clock()),
    });
  });

  return app;
}

/** Leaves out the words of a search: they may be a person's, and no erasure would find them in the log. */
function toChanges({ keyword, sort: _sort, order: _order, ...filters }: UserExportQuery) {
  const chosen = Object.entries(filters).map(([field, to = null]) => ({ field, from: null, to }));
  return keyword?.trim() ? [...chosen, { field: 'keyword', from: null, to: null }] : chosen;
}
