import type { MailKind } from '#contract/mails.ts';
import type { ChangeLabels } from '../audit/Changes.tsx';
import { actionLabels, fieldLabel, valueLabel } from '../audit/labels.ts';
import { fieldLabels } from '../recipes/field-labels.ts';
import { statusLabel } from '../ui/format/Badge.tsx';
import { formatMinutes } from '../ui/format/minutes.ts';

/** Actions that this version of the console does not know are shown as sent. */
export function actionLabel(action: string): string {
  return find(actionLabels, action) ?? action;
}

export const mailLabels: Readonly<Record<MailKind, string>> = {
  password_reset: 'Password reset link',
  invitation: 'Invitation',
  password_changed: 'Password change notice',
  payment_reminder: 'Failed payment reminder',
  deletion_request: 'Deletion confirmation link',
  account_deleted: 'Deletion notice',
  deletion_stopped: 'Stopped deletion notice',
  new_browser: 'New sign-in notice',
  second_factor_added: 'Added second factor notice',
  second_factor_removed: 'Removed second factor notice',
};

const recipeLabels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  // The audit stores them in seconds.
  preparation_time: 'Preparation',
  cooking_time: 'Cooking',
  state: 'State',
  import: 'Import',
};

/** Names the fields and values of users, recipes and mails. */
export const activityLabels: ChangeLabels = {
  field: (field) => find(recipeLabels, field) ?? fieldLabel(field),
  value: (field, value) => {
    if (value === null || value === '') return valueLabel(field, value);
    if (field === 'state') return statusLabel(value);
    if (field === 'mail') return find(mailLabels, value) ?? value;
    const seconds = Number(value);
    const isTime = field === 'preparation_time' || field === 'cooking_time';
    return isTime && Number.isFinite(seconds) ? formatMinutes(seconds) : valueLabel(field, value);
  },
};

function find(labels: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}
