import { Hono } from 'hono';
import { type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { readAudit } from '#contract/audit.ts';
import {
  conflictAnswer,
  endSessions,
  listUsers,
  readUser,
  restoreUser,
  suspendUser,
  updateUser,
  userFeatures,
} from '#contract/users.ts';
import { restore, suspend } from '../accounts/suspension.ts';
import { updateNames } from '../accounts/user-update.ts';
import { auditOf, countAudit } from '../audit/read.ts';
import { writeAudit } from '../audit/write.ts';
import { type AdminVariables, actorOf } from '../auth/administrators-only.ts';
import { revokeSessionsOf } from '../auth/sessions.ts';
import type { UsersTable } from '../db/schema.ts';
import { matching } from '../db/search.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer, bodyOf, idOf, queryOf } from '../http/answer.ts';
import { Problem } from '../http/problem.ts';

const NEWEST = 10;
const AUDIT_ENTRIES = 100;

/** GET /admin/users, GET and PUT /admin/users/:userId, and what administrators do to one: see the contract. */
export function users({ db, clock }: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .get(listUsers.path, async (context) => {
      const { keyword = '', page = 1, pageSize = NEWEST } = queryOf(context, listUsers);
      const found = db.selectFrom('users').where(matching(keyword));
      const [{ total }, rows] = await Promise.all([
        found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
        found
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
      ]);
      return answer(context, listUsers, {
        status: 200,
        message: 'OK',
        data: rows.map((row) => ({ ...row, created_date_time: row.created_at.toISOString() })),
        total,
        page,
        pageSize,
        features: [ACCOUNT_FEATURE],
      });
    })
    .get(readUser.path, async (context) => {
      const id = idOf(context, 'userId');
      const user = existing(await db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst());
      return answer(context, readUser, {
        ...answered(user, 'OK'),
        features: [...featuresOf(user, context.get('administrator').id), ACCOUNT_FEATURE],
      });
    })
    .put(updateUser.path, async (context) => {
      const id = idOf(context, 'userId');
      const { first_name, last_name, phone, version } = await bodyOf(context, updateUser);
      const names = { first_name: first_name.trim(), last_name: last_name.trim(), phone: phone.trim() };
      const result = await updateNames(db, id, names, version, actorOf(context), clock());
      if ('saved' in result) {
        return answer(context, updateUser, answered(result.saved, 'User updated successfully'));
      }
      const { user, since } = result.stale;
      const body = v.parse(conflictAnswer, {
        status: 409,
        message: 'Somebody else changed this user meanwhile. Nothing was saved.',
        conflict: { ...since, current: user, version: user.version },
      });
      return context.json(body, 409);
    })
    .post(suspendUser.path, async (context) => {
      const user = await suspend(db, idOf(context, 'userId'), actorOf(context), clock());
      return answer(context, suspendUser, answered(user, 'User suspended, and signed out everywhere'));
    })
    .post(restoreUser.path, async (context) => {
      const user = await restore(db, idOf(context, 'userId'), actorOf(context), clock());
      return answer(context, restoreUser, answered(user, 'User restored'));
    })
    .post(endSessions.path, async (context) => {
      const id = idOf(context, 'userId');
      const now = clock();
      const ended = await db.transaction().execute(async (transaction) => {
        existing(await transaction.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst());
        await writeAudit(transaction, actorOf(context), { action: 'signed_out_everywhere', userId: id }, now);
        return revokeSessionsOf(transaction, id, now);
      });
      return answer(context, endSessions, {
        status: 200,
        message: ended === 1 ? 'Signed out on one device' : `Signed out on ${ended} devices`,
        data: { ended },
      });
    })
    .get(readAudit.path, async (context) => {
      const id = idOf(context, 'userId');
      existing(await db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst());
      const [entries, total] = await Promise.all([auditOf(db, id, AUDIT_ENTRIES), countAudit(db, id)]);
      return answer(context, readAudit, {
        status: 200,
        message: 'OK',
        total,
        data: entries.map(({ at, request_id, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          requestId: request_id,
        })),
      });
    });
}

function featuresOf({ id, role }: Selectable<UsersTable>, administratorId: number): string[] {
  const isColleague = role === 'admin' && id !== administratorId;
  return Object.values(userFeatures).filter((name) => name !== userFeatures.sessions || isColleague);
}

function answered(user: Selectable<UsersTable>, message: string) {
  return { status: 200 as const, message, data: user, version: user.version };
}

function existing(user: Selectable<UsersTable> | undefined): Selectable<UsersTable> {
  if (!user) throw new Problem(404, 'There is no such user.');
  return user;
}
