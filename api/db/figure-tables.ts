import type { ColumnType, GeneratedAlways } from 'kysely';
import type { UserChoice, UsersQuery } from '#contract/users/list.ts';

/** Kept by triggers. A figure is the sum of its rows. */
export type FiguresTable = {
  id: GeneratedAlways<number>;
  name: string;
  month: ColumnType<string, never, never>;
  count: string;
  cents: string;
};

type Choice<Name extends UserChoice> = NonNullable<UsersQuery[Name]>;

/** How many users each group has. */
export type UserFiguresTable = {
  id: GeneratedAlways<number>;
  filter_group: number;
  status: Choice<'status'>;
  role: Choice<'role'>;
  onboarding_status: Choice<'onboarding'>;
  is_email_verified: boolean;
  subscription_status: Choice<'subscription'>;
  is_deletion_under_way: boolean;
  users: number;
};
