import { createMiddleware } from 'hono/factory';
import { sql } from 'kysely';
import type { SecondFactorRequirement } from '#contract/second-factor.ts';
import type { Db } from '../db/schema.ts';
import { ReasonedProblem } from '../http/problem.ts';
import type { AdminVariables } from './require-administrator.ts';
import { hasSecondFactor } from './second-factor.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** `due`: a second factor must be set up soon. `overdue`: nothing else works until it is. */
export type Enrolment = 'none' | 'due' | 'overdue';

/** The first sign-in where a second factor is required begins the seven days. */
export async function beginEnrolment(
  db: Db,
  { userId, requirement }: { userId: number; requirement: SecondFactorRequirement },
  now: Date,
): Promise<Enrolment> {
  if (requirement !== 'required') return 'none';
  const due = new Date(now.getTime() + DAYS * DAY_MS);
  const waiting = await db.transaction().execute(async (transaction) => {
    // A condition that waits for the lock would not see a factor that was added in the meantime.
    await transaction.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute();
    return transaction
      .updateTable('users')
      .set({ second_factor_due_at: sql<Date>`coalesce(second_factor_due_at, ${due})` })
      .where('id', '=', userId)
      .where(sql<boolean>`not ${hasSecondFactor}`)
      .returning('second_factor_due_at')
      .executeTakeFirst();
  });
  if (!waiting?.second_factor_due_at) return 'none';
  return waiting.second_factor_due_at > now ? 'due' : 'overdue';
}

/** What works without the second factor that is overdue. */
const OPEN = /^\/admin\/(?:account|step-up|logout)(?:\/|$)/;

/** Throws 403 with the reason `second_factor_required`. `base`: the path before `/admin`. */
export function requireEnrolment({
  clock,
  secondFactor,
  base,
}: {
  clock: () => Date;
  secondFactor: SecondFactorRequirement;
  base: string;
}) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    const { second_factor_due_at: dueAt } = context.get('administrator');
    const isOverdue = secondFactor === 'required' && dueAt !== null && dueAt <= clock();
    if (isOverdue && !OPEN.test(context.req.path.slice(base.length))) {
      throw new ReasonedProblem(403, 'Please set up your second factor first.', 'second_factor_required');
    }
    await next();
  });
}
