import { Hono } from 'hono';
import * as v from 'valibot';
import { readAudit } from '#contract/audit.ts';
import {
  endSessions,
  restoreUser,
  stopDeletion as stopDeletionCall,
  suspendUser,
} from '#contract/users/access.ts';
import {
  grantCourtesy as grantCall,
  readCourtesy as readCall,
  revokeCourtesy as revokeCall,
} from '#contract/users/courtesy.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { listUsers } from '#contract/users/list.ts';
import { addNote, deleteNote, listNotes, type Note } from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { readUser } from '#contract/users/read.ts';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { readUserTimeline } from '#contract/users/timeline.ts';
import { conflictAnswer, updateUser } from '#contract/users/update.ts';
import { readUserValues } from '#contract/users/values.ts';
import { grantCourtesy, readCourtesy, revokeCourtesy } from '../accounts/courtesy.ts';
import { writeUserExport } from '../accounts/export-users.ts';
import { readUserList } from '../accounts/list-users.ts';
import { MAX_NOTES, readNotes, removeNote, writeNote } from '../accounts/notes.ts';
import { readPersonalData } from '../accounts/personal-data/read.ts';
import { zipPersonalData } from '../accounts/personal-data/zip.ts';
import { readCustomer } from '../accounts/read-customer.ts';
import { readDeletion, stopDeletion } from '../accounts/stop-deletion.ts';
import { restore, suspend } from '../accounts/suspension.ts';
import { updateProfile } from '../accounts/update-profile.ts';
import { readUserTimelinePage } from '../accounts/user-timeline.ts';
import { countUserValues } from '../accounts/values.ts';
import { describeFilters } from '../audit/describe-filters.ts';
import { countAuditEntries, listAuditEntries } from '../audit/read.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { isAccessAsked } from '../auth/capabilities.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { listLiveSessions, revokeOwnSession, revokeSessions, toAnswerSession } from '../auth/sessions.ts';
import { requireRecentProof } from '../auth/step-up.ts';
import { toPage } from '../db/lists/page.ts';
import { toTotalFields } from '../db/lists/read-list.ts';
import { type Db, type StoredUser, userColumns } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { sendFile } from '../http/send-file.ts';
import { parseRowId, serve, serveByText } from '../http/serve-endpoint.ts';

/** Everything below /admin/users, and the export of users. */
export function userRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', profileRoutes(dependencies))
    .route('/', userExportRoutes(dependencies))
    .route('/', userNoteRoutes(dependencies))
    .route('/', courtesyRoutes(dependencies))
    .route('/', userSessionRoutes(dependencies))
    .route('/', personalDataRoutes(dependencies));
}

const DEFAULT_PAGE_SIZE = 10;
const MAX_AUDIT_ENTRIES = 100;

/** GET /admin/users and /admin/user-values, GET and PUT /admin/users/:userId, and the calls below it. */
function profileRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, stores, slowAnswers, clock, mails } = dependencies;
  const app = new Hono<AdminVariables>();
  const readValues = slowAnswers.keep(() => countUserValues(db));

  serve(app, listUsers, async ({ query }) => {
    const { page = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const at = toPage({ page, pageSize });
    const { rows, total } = await readUserList(db, { query, page: at });
    const usersOfPage = rows.map((row) => ({ ...row, created_date_time: row.created_at.toISOString() }));
    return { data: usersOfPage, ...toTotalFields(total), page, pageSize };
  });

  serve(app, readUserValues, async () => {
    const { answer: data, ...counted } = await readValues();
    return { data, ...counted };
  });

  serve(app, readUser, async ({ parameters: { userId } }) => {
    const user = await findUserOrThrow(db, userId);
    const deletion = user.status === 'deleted' ? await readDeletion(db, userId) : null;
    const storeAccountToken = hasStoreAccount(user) ? user.store_account_token : null;
    const customer = await readCustomer({ db, stores }, user, clock());
    return { ...toUserAnswer(user), deletion, storeAccountToken, customer };
  });

  serve(app, readUserTimeline, async ({ parameters: { userId }, query: { before } }) => {
    await findUserOrThrow(db, userId);
    return { data: await readUserTimelinePage(db, userId, before) };
  });

  serve(app, updateUser, async ({ parameters: { userId }, body, context }) => {
    const { first_name, last_name, phone, version } = body;
    const profile = { first_name, last_name, phone };
    const result = await updateProfile(db, { userId, profile, version, actor: getActor(context) }, clock());
    if ('saved' in result) return { ...toUserAnswer(result.saved), message: 'User updated successfully' };
    const { user, since } = result.stale;
    const conflict = v.parse(conflictAnswer, {
      status: 409,
      message: 'Another administrator changed this user in the meantime. Nothing was saved.',
      conflict: { ...since, current: user, version: user.version },
    });
    return context.json(conflict, 409);
  });

  serve(app, suspendUser, async ({ parameters: { userId }, context }) => {
    const { role } = await findUserOrThrow(db, userId);
    // App users are suspended every day.
    if (role === 'admin') requireRecentProof(context, clock());
    const user = await suspend(db, { userId, actor: getActor(context) }, clock());
    return { ...toUserAnswer(user), message: 'User suspended and signed out everywhere' };
  });

  serve(app, restoreUser, async ({ parameters: { userId }, context }) => {
    const user = await restore(db, { userId, actor: getActor(context) }, clock());
    return { ...toUserAnswer(user), message: 'User restored' };
  });

  serve(app, stopDeletionCall, async ({ parameters: { userId }, context }) => {
    const user = await stopDeletion(db, { userId, actor: getActor(context) }, clock());
    mails.wake();
    return { ...toUserAnswer(user), message: 'Deletion stopped. The account works as before.' };
  });

  serve(app, endSessions, async ({ parameters: { userId }, context }) => {
    const now = clock();
    const ended = await db.transaction().execute(async (transaction) => {
      await findUserOrThrow(transaction, userId);
      await writeAuditEntry(
        transaction,
        { actor: getActor(context), action: 'signed_out_everywhere', userId },
        now,
      );
      return revokeSessions(transaction, { userId }, now);
    });
    const message = ended === 1 ? 'Signed out on one device' : `Signed out on ${ended} devices`;
    return { message, data: { ended } };
  });

  serve(app, readAudit, async ({ parameters: { userId }, query }) => {
    await findUserOrThrow(db, userId);
    const [entries, total] = await Promise.all([
      listAuditEntries(db, userId, toPage(query, MAX_AUDIT_ENTRIES)),
      countAuditEntries(db, userId),
    ]);
    const answerEntries = entries.map(({ at, request_id, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      requestId: request_id,
    }));
    return { data: answerEntries, total };
  });

  return app;
}

/** Administrators buy nothing, and the app of a deleted account is signed out. */
function hasStoreAccount({ role, status }: StoredUser): boolean {
  return role === 'user' && status !== 'deleted';
}

function toUserAnswer(user: StoredUser) {
  return { data: user, version: user.version };
}

async function findUserOrThrow(db: Db, userId: number) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select([...userColumns, 'store_account_token', 'created_at', 'external_id', 'locale'])
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  return user;
}

/** GET /admin/user-export. */
function userExportRoutes({ db, backgroundDb, clock, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportUsers, async ({ query, context }) => {
    const actor = getActor(context);
    const changes = describeFilters(query);
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

/** GET and POST /admin/users/:userId/notes. */
function userNoteRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listNotes, async ({ parameters: { userId }, query }) => {
    await findUserOrThrow(db, userId);
    const { rows, total } = await readNotes(db, userId, toPage(query, MAX_NOTES));
    return { data: rows.map(toNote), total };
  });

  serve(app, addNote, async ({ parameters: { userId }, body: { text }, context }) => {
    const written = await writeNote(db, { userId, text, actor: getActor(context) }, clock());
    return { data: toNote(written), message: 'Note added' };
  });

  serve(app, deleteNote, async ({ parameters, context }) => {
    await removeNote(db, { ...parameters, actor: getActor(context) }, clock());
    return { message: 'Note deleted' };
  });

  return app;
}

function toNote({ written_at, ...note }: Omit<Note, 'at'> & { written_at: Date }): Note {
  return { ...note, at: written_at.toISOString() };
}

/** Access by courtesy of one user. 404 without a backend that would ask about it. */
function courtesyRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock } = dependencies;
  const app = new Hono<AdminVariables>();
  const requireBackend = async () => {
    if (!(await isAccessAsked(dependencies, clock())))
      throw new Problem(404, 'No app backend checks access on this server.');
  };

  serve(app, readCall, async ({ parameters: { userId } }) => {
    await requireBackend();
    return { data: await readCourtesy(db, userId, clock()) };
  });

  serve(app, grantCall, async ({ parameters: { userId }, body, context }) => {
    await requireBackend();
    await grantCourtesy(db, { userId, ...body, actor: getActor(context) }, clock());
    return { data: await readCourtesy(db, userId, clock()), message: 'Access granted' };
  });

  serve(app, revokeCall, async ({ parameters: { userId }, context }) => {
    await requireBackend();
    await revokeCourtesy(db, { userId, actor: getActor(context) }, clock());
    return { data: null, message: 'Access revoked' };
  });

  return app;
}

/** GET /admin/users/:userId/sessions, and the end of one of them. */
function userSessionRoutes({ db, clock, idleMinutes }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listSessions, async ({ parameters: { userId }, context }) => {
    await findUserOrThrow(db, userId);
    const sessions = await listLiveSessions(db, { userId, idleMinutes }, clock());
    const { sessionId } = context.get('administrator');
    return { data: sessions.map((session) => toAnswerSession(session, sessionId)) };
  });

  serveByText(app, endSession, async ({ parameters, context }) => {
    const userId = parseRowId(parameters.userId);
    const { sessionId } = parameters;
    await db.transaction().execute(async (transaction) => {
      const isEnded = await revokeOwnSession(transaction, { userId, sessionId }, clock());
      if (!isEnded) throw new Problem(404, 'This session has already ended.');
      await writeAuditEntry(
        transaction,
        { actor: getActor(context), action: 'session_ended', userId },
        clock(),
      );
    });
    return { message: 'Signed out on that device.' };
  });

  return app;
}

/** GET /admin/users/:userId/personal-data. */
function personalDataRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportPersonalData, async ({ parameters: { userId }, context }) => {
    const now = clock();
    const data = await readPersonalData(db, { userId, actor: getActor(context) }, now);
    context.header('content-type', 'application/zip');
    context.header('cache-control', 'no-store');
    return context.body(new Uint8Array(await zipPersonalData(data, now)));
  });

  return app;
}
