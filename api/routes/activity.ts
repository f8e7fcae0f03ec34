import { Hono } from 'hono';
import * as v from 'valibot';
import { exportActivity, readActivity } from '#contract/activity.ts';
import { listGivenUpMails, retryMail } from '#contract/mails.ts';
import { writeActivityExport } from '../audit/export-activity.ts';
import { readActivityList, toAuditedRecord } from '../audit/list-activity.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import { toTotalFields } from '../db/lists/read-list.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { sendFile } from '../http/send-file.ts';
import { serve, serveByText } from '../http/serve-endpoint.ts';
import { explainMailFailure, readGivenUpMails, retryGivenUpMail } from '../mail/given-up.ts';

const DEFAULT_PAGE_SIZE = 10;
const MAILS_PER_PAGE = 20;

const uuidSchema = v.pipe(v.string(), v.uuid());

/** GET /admin/activity, its export, and the mails that were given up. */
export function activityRoutes({ db, backgroundDb, clock, log, mails }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, readActivity, async ({ query }) => {
    const { page = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const at = toPage({ page, pageSize });
    const { rows, total } = await readActivityList(db, { query, page: at });
    const entries = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      by: row.by,
      action: row.action,
      changes: row.changes,
      moreChanges: row.more_changes,
      requestId: row.request_id,
      record: toAuditedRecord(row),
    }));
    return { data: entries, ...toTotalFields(total), page, pageSize };
  });

  serve(app, exportActivity, async ({ query, context }) => {
    const changes = Object.entries(query).map(([field, to = null]) => ({ field, from: null, to }));
    const entry = { actor: getActor(context), action: 'activity_exported', userId: null, changes } as const;
    return sendFile(context, {
      pieces: writeActivityExport(backgroundDb, query),
      type: 'text/csv; charset=utf-8; header=present',
      log,
      beforeFirst: () => writeAuditEntry(db, entry, clock()),
    });
  });

  serve(app, listGivenUpMails, async ({ query: { page = 1 } }) => {
    const at = { offset: (page - 1) * MAILS_PER_PAGE, limit: MAILS_PER_PAGE };
    const { rows, total } = await readGivenUpMails(db, at);
    const givenUp = rows.map(({ id, kind, address, user_id, given_up_at, last_error, attempts }) => ({
      id,
      kind,
      recipient: address,
      userId: user_id,
      givenUpAt: given_up_at.toISOString(),
      failure: explainMailFailure(last_error),
      attempts,
    }));
    return {
      data: givenUp,
      ...toTotalFields(total),
      page,
      pageSize: MAILS_PER_PAGE,
    };
  });

  serveByText(app, retryMail, async ({ parameters: { id }, context }) => {
    if (!v.is(uuidSchema, id)) throw new Problem(404, 'Email not found.');
    await retryGivenUpMail(db, { id, actor: getActor(context) }, clock());
    mails.wake();
    return { message: 'The email is being sent again.' };
  });

  return app;
}
