import { Hono } from 'hono';
import * as v from 'valibot';
import * as calls from '#contract/app/users.ts';
import * as users from '../accounts/app-users.ts';
import { readEntitlement, type StoreEnvironments } from '../accounts/courtesy.ts';
import { readDeletion } from '../accounts/stop-deletion.ts';
import { type AppVariables, createGuard, getAppActor } from '../auth/require-scope.ts';
import type { Db } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serveBatch, serveByText } from '../http/serve-endpoint.ts';

/** Everything below /app/users: the app's backend signs up its users, and closes their accounts. */
export function appUserRoutes(dependencies: Dependencies): Hono<AppVariables> {
  const { db, stores, clock, mails } = dependencies;
  const app = new Hono<AppVariables>();
  const guard = createGuard(app, dependencies);
  guard(calls.putAppUser, 'users:write');
  guard(calls.readAppUser, 'users:read');
  guard(calls.deleteAppUser, 'users:write');
  guard(calls.putAppUsers, 'users:write');

  serveByText(app, calls.putAppUser, async ({ parameters, body: profile, context }) => {
    const externalId = parseExternalId(parameters.externalId);
    const put = { externalId, profile, actor: getAppActor(context) };
    const { user, outcome, kept } = await users.putAppUser(db, put, clock());
    return { message: users.messages[outcome], data: user, kept };
  });

  serveByText(app, calls.readAppUser, async ({ parameters }) => {
    const user = await users.findAppUser(db, parseExternalId(parameters.externalId));
    const now = clock();
    return {
      data: {
        ...users.toAppUser(user),
        entitlement: user.status === 'deleted' ? null : await toEntitlement({ db, stores }, user.id, now),
        storeAccountToken: user.status === 'deleted' ? null : user.store_account_token,
      },
    };
  });

  serveByText(app, calls.deleteAppUser, async ({ parameters, context }) => {
    const externalId = parseExternalId(parameters.externalId);
    const deleted = { externalId, actor: getAppActor(context) };
    const { id } = await users.deleteAppUser(db, deleted, clock());
    mails.wake();
    const deletion = await readDeletion(db, id);
    // An administrator has stopped it in this moment.
    if (!deletion) throw new Problem(409, 'The deletion of this account was stopped.');
    return { message: 'The account is closed.', data: { eraseBy: deletion.dueAt } };
  });

  serveBatch(app, calls.putAppUsers, async ({ body, context }) => {
    const actor = getAppActor(context);
    const data: calls.BatchResult[] = [];
    // One after another: a batch takes one connection of the pool.
    for (const row of body.users) data.push(await users.putAppUserRow(db, { row, actor }, clock()));
    const failed = data.filter(({ status }) => status !== 200).length;
    const all = data.length === 1 ? '1 user' : `${data.length} users`;
    return { message: failed === 0 ? `${all} stored` : `${failed} of ${all} not stored`, data };
  });

  return app;
}

/** Throws 422. */
function parseExternalId(text: string): string {
  const id = v.safeParse(calls.externalIdSchema, text);
  if (!id.success) throw new Problem(422, id.issues[0].message);
  return id.output;
}

async function toEntitlement(services: { db: Db; stores: StoreEnvironments }, userId: number, now: Date) {
  const { until, ...entitlement } = await readEntitlement(services, userId, now);
  return { ...entitlement, until: until?.toISOString() ?? null };
}
