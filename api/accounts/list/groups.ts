import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UserChoice, UsersQuery } from '#contract/users/list.ts';
import type { UserValues } from '#contract/users/values.ts';
import type { Database } from '../../db/schema.ts';

/** The users with the same value of every choice (docs/decisions/0018). */
export type Group = { readonly id: number; readonly users: number };

const choiceColumns = {
  status: 'status',
  role: 'role',
  onboarding: 'onboarding_status',
  subscription: 'subscription_status',
} as const satisfies Partial<Record<UserChoice, string>>;

/** The groups that the choices leave, without empty ones. Null without a choice. */
export async function readGroups(
  db: Kysely<Database>,
  query: Pick<UsersQuery, UserChoice>,
): Promise<Group[] | null> {
  const conditions: RawBuilder<boolean>[] = [];
  for (const [choice, column] of Object.entries(choiceColumns)) {
    const value = query[choice as keyof typeof choiceColumns];
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`);
  }
  const { verification, deletion } = query;
  if (verification !== undefined) conditions.push(sql`is_email_verified = ${verification === 'verified'}`);
  if (deletion !== undefined) {
    conditions.push(sql`status = 'deleted' and is_deletion_under_way = ${deletion === 'under_way'}`);
  }
  if (conditions.length === 0) return null;
  const { rows } = await sql<Group>`
    select filter_group as id, sum(users)::integer as users from user_figures
    where ${sql.join(conditions, sql` and `)} group by filter_group having sum(users) > 0`.execute(db);
  return rows;
}

/** For `users`: a row of one of the groups. */
export function isInGroups(groups: readonly Group[]): RawBuilder<boolean> {
  return sql<boolean>`filter_group = any(${groups.map(({ id }) => id)}::smallint[])`;
}

/** How many of all users have each value of each choice. */
export async function readValues(db: Kysely<Database>): Promise<UserValues> {
  const groups = await db
    .selectFrom('user_figures')
    .select(['status', 'role', 'onboarding_status', 'is_email_verified', 'subscription_status'])
    .select(['is_deletion_under_way', 'users'])
    .execute();
  const values: UserValues = {
    status: { active: 0, suspended: 0, deleted: 0 },
    onboarding: { not_started: 0, in_progress: 0, completed: 0 },
    verification: { verified: 0, pending: 0 },
    role: { user: 0, admin: 0 },
    deletion: { under_way: 0, erased: 0 },
    subscription: {
      ...{ trialing: 0, active: 0, in_grace_period: 0, on_hold: 0 },
      ...{ paused: 0, canceled: 0, expired: 0, none: 0 },
    },
  };
  for (const { users, ...group } of groups) {
    values.status[group.status] += users;
    values.role[group.role] += users;
    values.onboarding[group.onboarding_status] += users;
    values.verification[group.is_email_verified ? 'verified' : 'pending'] += users;
    values.subscription[group.subscription_status] += users;
    if (group.status === 'deleted') {
      values.deletion[group.is_deletion_under_way ? 'under_way' : 'erased'] += users;
    }
  }
  return values;
}
