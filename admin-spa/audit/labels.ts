import type { AuditAction } from '#contract/audit.ts';
import type { RetryOutcome } from '#contract/payments/records.ts';
import type { StoreActKind, StoreActs } from '#contract/purchases/acts.ts';
import type { RefundPreference, RefundRule } from '#contract/refunds.ts';
import { type AdministratorRole, roleNames } from '#contract/roles.ts';
import { statusLabel } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../ui/format/format.ts';

export const actionLabels: Readonly<Record<AuditAction, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  second_factor_failed: 'Second factor failed',
  second_factor_added: 'Second factor added',
  second_factor_removed: 'Second factor removed',
  second_factor_reset: 'Second factor reset',
  recovery_codes_made: 'Recovery codes made',
  administrator_created: 'Made an administrator',
  administrator_role_changed: 'Role changed',
  user_created: 'Signed up',
  user_updated: 'Updated',
  user_suspended: 'Suspended',
  user_restored: 'Restored',
  payment_check_started: 'Payment check started',
  payment_checked: 'Payment checked with the store',
  password_changed: 'Password changed',
  password_link_made: 'Password reset link created',
  mail_retried: 'Email sent again',
  session_ended: 'Signed out on one device',
  signed_out_everywhere: 'Signed out everywhere',
  account_closed: 'Account closed',
  deletion_stopped: 'Deletion stopped',
  account_erased: 'Personal data erased',
  personal_data_exported: 'Personal data exported',
  note_added: 'Note added',
  note_deleted: 'Note deleted',
  courtesy_granted: 'Courtesy access granted',
  courtesy_revoked: 'Courtesy access revoked',
  payment_reminded: 'Payment reminder sent',
  reminders_refused: 'Payment reminders refused',
  reminders_allowed: 'Payment reminders allowed',
  recipe_created: 'Recipe created',
  recipe_updated: 'Recipe updated',
  recipe_reverted: 'Recipe reverted',
  recipe_published: 'Recipe published',
  recipe_unpublished: 'Recipe made a draft',
  recipe_deleted: 'Recipe deleted',
  recipe_restored: 'Recipe restored',
  recipes_changed: 'Several recipes changed',
  recipes_imported: 'Recipes imported',
  import_undone: 'Recipe import undone',
  recipes_removed: 'Deleted recipes permanently removed',
  refund_answered: 'Refund request answered',
  refund_rule_changed: 'Refund rule changed',
  store_act_done: 'Acted at the store',
  order_looked_up: 'Order looked up',
  test_notification_requested: 'Test notification requested',
  users_exported: 'Users exported',
  activity_exported: 'Activity exported',
  payments_exported: 'Failed payments exported',
  recipes_exported: 'Recipes exported',
  statistics_exported: 'Monthly statistics exported',
  app_key_made: 'App key created',
  app_key_rolled: 'App key rolled',
  app_key_revoked: 'App key revoked',
};

const fieldLabels: Readonly<Record<string, string>> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  locale: 'Language',
  is_email_verified: 'Email verified',
  status: 'Status',
  role: 'Role',
  administrator_role: 'Role',
  onboarding_status: 'On Boarding Status',
  outcome: 'Outcome',
  mail: 'Email',
  second_factor: 'Second factor',
  order: 'Order',
  store: 'Store',
  courtesy_access: 'Courtesy access',
  store_act: 'Action',
  store_act_details: 'Details',
  store_act_result: 'Result',
  reason: 'Reason',
  refund_answer_ios: 'Answer to Apple',
  refund_answer_android: 'Answer to Google',
  refund_rule_ios: 'Rule for the App Store',
  refund_rule_android: 'Rule for Google Play',
  app_key: 'Key',
  scopes: 'Scopes',
  expiry: 'Expires after',
  // An export names its filters.
  onboarding: 'Onboarding',
  verification: 'Verification',
  subscription: 'Subscription',
  deletion: 'Deletion',
  createdFrom: 'Created from',
  createdBefore: 'Created before',
  platform: 'Platform',
  state: 'State',
  age: 'Failed',
  keyword: 'Search',
  format: 'Format',
};

const outcomeLabels: Readonly<Record<string, string>> = {
  recovered: 'Recovered',
  still_failing: 'Still failing',
  not_retryable: 'Not retryable',
  store_unreachable: 'Store unreachable',
} satisfies Record<RetryOutcome, string>;

const refundLabels: Readonly<Record<string, string>> = {
  no_answer: 'Don’t answer',
  decline: 'Refuse the refund',
  grant: 'Grant it',
  grant_prorated: 'Grant the unused part',
  no_preference: 'No preference',
} satisfies Record<RefundPreference | RefundRule, string>;

export const storeActLabels: Readonly<Record<StoreActKind, string>> = {
  extend: 'Extend the subscription',
  defer: 'Move the next renewal',
  cancel: 'Cancel the renewal',
  revoke: 'End it now and give money back',
  refund: 'Refund an order',
};

export const storeActResultLabels: Readonly<Record<StoreActs['done'][number]['result'], string>> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Not known',
};

/** What a store was asked for, and what became of it. */
const storeLabels: Readonly<Record<string, string>> = { ...storeActLabels, ...storeActResultLabels };

/** Unknown fields keep their name. */
export function fieldLabel(field: string): string {
  return Object.hasOwn(fieldLabels, field) ? (fieldLabels[field] ?? field) : field;
}

export function valueLabel(field: string, value: string | null): string {
  if (!value) return EMPTY_VALUE;
  if (field === 'outcome')
    return Object.hasOwn(outcomeLabels, value) ? (outcomeLabels[value] ?? value) : value;
  if (field.startsWith('refund_'))
    return Object.hasOwn(refundLabels, value) ? (refundLabels[value] ?? value) : value;
  if (field === 'store_act' || field === 'store_act_result')
    return Object.hasOwn(storeLabels, value) ? (storeLabels[value] ?? value) : value;
  if (field === 'administrator_role')
    return Object.hasOwn(roleNames, value) ? roleNames[value as AdministratorRole] : value;
  if (field === 'is_email_verified') return value === 'true' ? 'Yes' : 'No';
  return field.endsWith('status') ? statusLabel(value) : value;
}
