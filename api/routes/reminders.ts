import { Hono } from 'hono';
import { refuseReminders } from '#contract/payments/reminders.ts';
import { readReminderChoice, setReminderChoice } from '#contract/users/reminders.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { serve, serveByText } from '../http/serve-endpoint.ts';
import { readRefusal, refuseByToken, setRefusal } from '../purchases/payments/reminders.ts';

/** What a user may decide about reminders of failed payments. */
export function reminderRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', choiceRoutes(dependencies))
    .route('/', refusalRoutes(dependencies));
}

/** Whether mails may remind a user of failed payments. 404 where reminders are switched off. */
function choiceRoutes({ db, clock, reminders }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const requireReminders = () => {
    if (!reminders) throw new Problem(404, 'Reminders are turned off.');
  };
  const toChoice = (refusedAt: Date | null) => ({ refusedAt: refusedAt?.toISOString() ?? null });

  serve(app, readReminderChoice, async ({ parameters: { userId } }) => {
    requireReminders();
    return { data: toChoice(await readRefusal(db, userId)) };
  });

  serve(app, setReminderChoice, async ({ parameters: { userId }, body: { isRefused }, context }) => {
    requireReminders();
    const refusedAt = await setRefusal(db, { userId, isRefused, actor: getActor(context) }, clock());
    return {
      data: toChoice(refusedAt),
      message: isRefused ? 'Reminders stopped' : 'Reminders allowed',
    };
  });

  return app;
}

/** The "Unsubscribe" of a reminder. */
function refusalRoutes({ db, clock }: Dependencies): Hono {
  const app = new Hono();

  serveByText(app, refuseReminders, async ({ parameters: { token }, context }) => {
    const isKnown = await refuseByToken(db, { token, requestId: getRequestId(context) }, clock());
    if (!isKnown) throw new Problem(404, 'We don’t recognize this link.');
    return { message: 'You won’t get any more reminders.' };
  });

  return app;
}
