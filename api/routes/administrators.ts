import { Hono } from 'hono';
import { roleNames } from '#contract/roles.ts';
import { resetFactor } from '#contract/second-factor.ts';
import {
  changeRole,
  inviteAdministrator,
  listAdministrators,
  mailPasswordLink,
} from '#contract/users/administrators.ts';
import {
  changeAdministratorRole,
  createAdministratorAccount,
  deliverByMail,
  findAdministrator,
  makePasswordLink,
  readAdministrators,
} from '../accounts/manage-administrators.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { resetSecondFactor } from '../auth/second-factor.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

/** GET and POST /admin/administrators, their roles and factors, and the mailed link to a password. */
export function administratorRoutes({ db, clock, mails, idleMinutes }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listAdministrators, async ({ context }) => {
    const rows = await readAdministrators(db, clock(), idleMinutes);
    const administrators = rows.map(({ last_used_at, ...row }) => ({
      ...row,
      lastUsedAt: last_used_at?.toISOString() ?? null,
      isOneself: row.id === context.get('administrator').id,
    }));
    return { data: administrators };
  });

  serve(app, inviteAdministrator, async ({ body, context }) => {
    const created = await createAdministratorAccount(
      db,
      { person: body, actor: getActor(context), deliver: deliverByMail },
      clock(),
    );
    mails.wake();
    return { message: `The invitation to ${created.email} is on its way.` };
  });

  serve(app, resetFactor, async ({ parameters: { id }, context }) => {
    const user = await findAdministrator(db, id);
    if (id === context.get('administrator').id) {
      throw new Problem(409, 'This is your own account. Change your second factor there.');
    }
    await resetSecondFactor(db, { user, actor: getActor(context) }, clock());
    mails.wake();
    return { message: `${user.email} is signed out, and needs only the password to sign in again.` };
  });

  serve(app, mailPasswordLink, async ({ parameters: { id }, context }) => {
    const user = await findAdministrator(db, id);
    await makePasswordLink(db, { user, actor: getActor(context), deliver: deliverByMail }, clock());
    mails.wake();
    return { message: `A link to choose a new password is on its way to ${user.email}.` };
  });

  serve(app, changeRole, async ({ parameters: { id }, body, context }) => {
    const { administrator_role: role } = body;
    const user = await changeAdministratorRole(db, { userId: id, role, actor: getActor(context) }, clock());
    return {
      message: `${user.first_name} ${user.last_name} now has the role ${roleNames[role]} and is signed out everywhere.`,
    };
  });

  return app;
}
