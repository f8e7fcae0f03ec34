import type { ColumnType, GeneratedAlways } from 'kysely';
import type { UserChoice, UsersQuery } from '#contract/users/list.ts';
import type { FailingStage, PaymentResult, Platform } from './payment-tables.ts';

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

/** How many failed payments of each month came to each result. */
export type RecoveryFiguresTable = {
  id: GeneratedAlways<number>;
  /** Of the failure, its first day in UTC. */
  month: string;
  platform: Platform;
  product_id: string;
  stage: FailingStage | null;
  result: PaymentResult;
  /** Whole days from the failure to the recovery; null without one. */
  days: number | null;
  count: string;
};

/** What the open failed payments of each currency are about. */
export type RiskFiguresTable = {
  id: GeneratedAlways<number>;
  currency: string;
  payments: string;
  /** The sum in minor units of the currency. */
  minor: string;
  /** The sum in US dollars, without those that are not converted. */
  cents: string;
  not_converted: string;
  /** Their store says no price: neither in `payments` nor in the sums. */
  without_price: string;
};
