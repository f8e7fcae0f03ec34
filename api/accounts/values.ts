import { sql } from 'kysely';
import type { UserValues } from '#contract/users/values.ts';
import type { Db } from '../db/schema.ts';

type Group = {
  status: keyof UserValues['status'];
  role: keyof UserValues['role'];
  onboarding_status: keyof UserValues['onboarding'];
  is_email_verified: boolean;
  subscription_status: keyof UserValues['subscription'];
  is_deletion_under_way: boolean;
  users: number;
};

/** How many of all users have each value of each choice. */
export async function countUserValues(db: Db): Promise<UserValues> {
  const columns = sql`status, role, onboarding_status, is_email_verified, subscription_status,
    is_deletion_under_way`;
  const { rows } = await sql<Group>`
    select ${columns}, count(*)::integer as users from users group by ${columns}`.execute(db);
  const values: UserValues = {
    status: { active: 0, suspended: 0, deleted: 0 },
    onboarding: { not_started: 0, in_progress: 0, completed: 0 },
    verification: { verified: 0, pending: 0 },
    role: { user: 0, admin: 0 },
    deletion: { under_way: 0, erased: 0 },
    subscription: {
      trialing: 0,
      active: 0,
      in_grace_period: 0,
      on_hold: 0,
      paused: 0,
      canceled: 0,
      expired: 0,
      none: 0,
    },
  };
  for (const { users, ...group } of rows) {
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
