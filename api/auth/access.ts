import * as account from '#contract/account.ts';
import { exportActivity, readActivity } from '#contract/activity.ts';
import * as appKeys from '#contract/app/keys.ts';
import { readAudit } from '#contract/audit.ts';
import { logout } from '#contract/authentication.ts';
import type { Capability } from '#contract/capabilities.ts';
import * as mails from '#contract/mails.ts';
import * as retries from '#contract/payments/bulk.ts';
import { readPaymentChecks, retryPayment } from '#contract/payments/checks.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import { failedPayments } from '#contract/payments/list.ts';
import * as paymentReminders from '#contract/payments/reminders.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { uploadPicture } from '#contract/pictures.ts';
import * as acts from '#contract/purchases/acts.ts';
import * as health from '#contract/purchases/health.ts';
import { lookUpOrder } from '#contract/purchases/orders.ts';
import { readTimeline } from '#contract/purchases/timeline.ts';
import * as changes from '#contract/recipes/bulk.ts';
import * as recipes from '#contract/recipes/edit.ts';
import { parseRecipeEntry } from '#contract/recipes/entries.ts';
import { exportRecipes } from '#contract/recipes/exports.ts';
import * as imports from '#contract/recipes/imports.ts';
import { changeRecipes, readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import * as versions from '#contract/recipes/versions.ts';
import * as refunds from '#contract/refunds.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { search } from '#contract/search.ts';
import * as secondFactor from '#contract/second-factor.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import * as access from '#contract/users/access.ts';
import * as administrators from '#contract/users/administrators.ts';
import * as courtesy from '#contract/users/courtesy.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { listUsers } from '#contract/users/list.ts';
import * as notes from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { readUser } from '#contract/users/read.ts';
import * as userReminders from '#contract/users/reminders.ts';
import * as sessions from '#contract/users/sessions.ts';
import { readUserTimeline } from '#contract/users/timeline.ts';
import { updateUser } from '#contract/users/update.ts';
import { readUserValues } from '#contract/users/values.ts';

const everyone = ['owner', 'support', 'editor', 'analyst'] as const;
const owner = ['owner'] as const;
const support = ['owner', 'support'] as const;
const editor = ['owner', 'editor'] as const;
const readers = ['owner', 'support', 'analyst'] as const;

/** Which roles have a capability. `docs/security.md` says it in words, and a test compares both. */
export const rolesOf: Readonly<Record<Capability, readonly AdministratorRole[]>> = {
  'account:read': everyone,
  'security:manage': everyone,
  'security:required': everyone,
  'records:search': everyone,
  'statistics:list': readers,
  'statistics:read': readers,
  'statistics:export': ['owner', 'analyst'],
  'recovery:read': readers,
  'demo:guide': owner,
  'users:read': readers,
  'users:filter': readers,
  'users:read-timeline': readers,
  'subscriptions:read': readers,
  'people:read': support,
  'users:update': support,
  'users:edit': support,
  'users:suspend': support,
  'users:stop-deletion': support,
  'users:export': owner,
  'personal-data:export': support,
  'notes:write': support,
  'courtesy:grant': support,
  'sessions:end': owner,
  'payments:read': readers,
  'payments:filter': readers,
  'payments:read-history': readers,
  'payments:retry': support,
  'payments:retry-many': support,
  'payments:remind': support,
  'payments:export': owner,
  'refunds:read': readers,
  'refunds:answer': support,
  'refunds:rules': owner,
  'stores:read': support,
  'stores:act': support,
  'stores:change': support,
  'recipes:read': everyone,
  'recipes:filter': everyone,
  'recipes:edit': editor,
  'recipes:import': editor,
  'recipes:export': editor,
  'recipes:change-many': editor,
  'pictures:upload': editor,
  'audit:read': readers,
  'audit:export': owner,
  'mails:retry': support,
  'administrators:manage': owner,
  'app-keys:manage': owner,
};

type AdminCall = {
  readonly call: { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: `/${string}` };
  /** Null: every administrator may make it. */
  readonly capability: Capability | null;
};

function all(capability: Capability | null, ...calls: readonly AdminCall['call'][]): AdminCall[] {
  return calls.map((call) => ({ call, capability }));
}

/** Every call below /admin and what it needs. One that is missing here is refused for everybody. */
export const adminCalls: readonly AdminCall[] = [
  ...all(null, logout, secondFactor.readStepUpOptions, secondFactor.stepUp),
  ...all(
    'account:read',
    account.readAccount,
    account.changePassword,
    account.endOwnSession,
    account.signOutEverywhere,
  ),
  ...all(
    'security:manage',
    secondFactor.readSecurity,
    secondFactor.startTotp,
    secondFactor.confirmTotp,
    secondFactor.removeTotp,
    secondFactor.startPasskey,
    secondFactor.addPasskey,
    secondFactor.removePasskey,
    secondFactor.makeRecoveryCodes,
  ),
  ...all('records:search', search),
  ...all('statistics:list', subscriptionStatistics),
  ...all('statistics:read', readOverview),
  ...all('statistics:export', exportStatistics),
  ...all('recovery:read', readRecoveryFigures),
  ...all('users:read', listUsers, readUser, subscriptionHistory),
  ...all('users:filter', readUserValues),
  ...all('users:read-timeline', readUserTimeline),
  ...all('subscriptions:read', listCharges),
  ...all('users:update', updateUser),
  ...all('users:suspend', access.suspendUser, access.restoreUser),
  ...all('users:stop-deletion', access.stopDeletion),
  ...all('users:export', exportUsers),
  ...all('personal-data:export', exportPersonalData),
  ...all('notes:write', notes.listNotes, notes.addNote, notes.deleteNote),
  ...all('courtesy:grant', courtesy.readCourtesy, courtesy.grantCourtesy, courtesy.revokeCourtesy),
  ...all('sessions:end', sessions.listSessions, sessions.endSession, access.endSessions),
  ...all('payments:read', failedPayments),
  ...all('payments:filter', failedPaymentValues),
  ...all('payments:read-history', readPaymentChecks, readTimeline),
  ...all('payments:retry', retryPayment),
  ...all(
    'payments:retry-many',
    retries.startBulkRetry,
    retries.listBulkRetries,
    retries.stopBulkRetry,
    retries.listRetryRows,
  ),
  ...all(
    'payments:remind',
    paymentReminders.remindCustomer,
    userReminders.readReminderChoice,
    userReminders.setReminderChoice,
  ),
  ...all('payments:export', exportPayments),
  ...all('refunds:read', refunds.listRefundRequests, refunds.readRefundRequest, refunds.readRefundFigures),
  ...all('refunds:answer', refunds.answerRefundRequest),
  ...all('refunds:rules', refunds.setRefundRule),
  ...all('stores:read', health.readStoreHealth, health.listUnattributed),
  ...all('stores:change', acts.readStoreActs, acts.doStoreAct),
  ...all('stores:act', health.requestTestNotification, lookUpOrder),
  ...all('recipes:read', listRecipes, readRecipe),
  ...all('recipes:filter', readRecipeValues),
  ...all(
    'recipes:edit',
    recipes.createRecipe,
    recipes.updateRecipe,
    recipes.publishRecipe,
    recipes.unpublishRecipe,
    recipes.deleteRecipe,
    recipes.restoreRecipe,
    versions.listRecipeVersions,
    versions.readRecipeVersion,
    versions.revertRecipe,
    changeRecipes,
    parseRecipeEntry,
  ),
  ...all(
    'recipes:change-many',
    changes.startBulkChange,
    changes.listBulkChanges,
    changes.stopBulkChange,
    changes.listBulkRows,
  ),
  ...all(
    'recipes:import',
    imports.createImport,
    imports.listImports,
    imports.readImport,
    imports.uploadImportFile,
    imports.readImportFiles,
    imports.listImportRows,
    imports.chooseForDuplicates,
    imports.startImport,
    imports.stopImport,
    imports.undoImport,
    imports.discardImport,
  ),
  ...all('recipes:export', exportRecipes),
  ...all('pictures:upload', uploadPicture),
  ...all('audit:read', readActivity, readAudit),
  ...all('audit:export', exportActivity),
  ...all('mails:retry', mails.listGivenUpMails, mails.retryMail),
  ...all(
    'administrators:manage',
    administrators.listAdministrators,
    administrators.inviteAdministrator,
    administrators.mailPasswordLink,
    administrators.changeRole,
    secondFactor.resetFactor,
  ),
  ...all(
    'app-keys:manage',
    appKeys.listAppKeys,
    appKeys.makeAppKey,
    appKeys.rollAppKey,
    appKeys.revokeAppKey,
  ),
];

type Access = { capability: Capability; roles: readonly AdministratorRole[] };

/** Who may make this call; null for a call that everyone may make, and for one that is not below /admin. */
export function accessTo({ method, path }: AdminCall['call']): Access | null {
  const found = adminCalls.find(({ call }) => call.method === method && call.path === path);
  return found?.capability ? { capability: found.capability, roles: rolesOf[found.capability] } : null;
}
