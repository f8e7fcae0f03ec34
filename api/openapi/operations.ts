import type * as v from 'valibot';
import { changePassword, endOwnSession, readAccount, signOutEverywhere } from '#contract/account.ts';
import { exportActivity, readActivity } from '#contract/activity.ts';
import { listCatalog, readCatalogRecipe } from '#contract/app/catalog.ts';
import { type AppScope, listAppKeys, makeAppKey, revokeAppKey, rollAppKey } from '#contract/app/keys.ts';
import { deleteAppUser, putAppUser, putAppUsers, readAppUser } from '#contract/app/users.ts';
import { readAudit } from '#contract/audit.ts';
import {
  adminLogin,
  confirmDeletion,
  forgotPassword,
  logout,
  refreshToken,
  requestDeletion,
  resetPassword,
} from '#contract/authentication.ts';
import { messageAnswer } from '#contract/envelope.ts';
import { listGivenUpMails, retryMail } from '#contract/mails.ts';
import { listBulkRetries, listRetryRows, startBulkRetry, stopBulkRetry } from '#contract/payments/bulk.ts';
import { readPaymentChecks, retryPayment } from '#contract/payments/checks.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { refuseReminders, remindCustomer } from '#contract/payments/reminders.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { uploadPicture } from '#contract/pictures.ts';
import { doStoreAct, readStoreActs } from '#contract/purchases/acts.ts';
import { listUnattributed, readStoreHealth, requestTestNotification } from '#contract/purchases/health.ts';
import { lookUpOrder } from '#contract/purchases/orders.ts';
import { readTimeline } from '#contract/purchases/timeline.ts';
import { readStoreAccount, registerAppPurchase, registerPurchase } from '#contract/purchases.ts';
import { listBulkChanges, listBulkRows, startBulkChange, stopBulkChange } from '#contract/recipes/bulk.ts';
import {
  createRecipe,
  deleteRecipe,
  publishRecipe,
  recipeConflictAnswer,
  restoreRecipe,
  unpublishRecipe,
  updateRecipe,
} from '#contract/recipes/edit.ts';
import { parseRecipeEntry } from '#contract/recipes/entries.ts';
import { exportRecipes } from '#contract/recipes/exports.ts';
import {
  chooseForDuplicates,
  createImport,
  discardImport,
  listImportRows,
  listImports,
  readImport,
  readImportFiles,
  startImport,
  stopImport,
  undoImport,
  uploadImportFile,
} from '#contract/recipes/imports.ts';
import { changeRecipes, readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { listRecipeVersions, readRecipeVersion, revertRecipe } from '#contract/recipes/versions.ts';
import * as refunds from '#contract/refunds.ts';
import { search } from '#contract/search.ts';
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  readSecurity,
  readStepUpOptions,
  removePasskey,
  removeTotp,
  resetFactor,
  secondFactor,
  startPasskey,
  startTotp,
  stepUp,
} from '#contract/second-factor.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import { endSessions, restoreUser, stopDeletion, suspendUser } from '#contract/users/access.ts';
import {
  changeRole,
  inviteAdministrator,
  listAdministrators,
  mailPasswordLink,
} from '#contract/users/administrators.ts';
import { grantCourtesy, readCourtesy, readEntitlement, revokeCourtesy } from '#contract/users/courtesy.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { listUsers } from '#contract/users/list.ts';
import { addNote, deleteNote, listNotes } from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { readUser } from '#contract/users/read.ts';
import { readReminderChoice, setReminderChoice } from '#contract/users/reminders.ts';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { readUserTimeline } from '#contract/users/timeline.ts';
import { conflictAnswer, updateUser } from '#contract/users/update.ts';
import { readUserValues } from '#contract/users/values.ts';

/** A call of the contract, or one that the contract has not, with the parts that there are. */
type DescribedCall = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** As in the contract, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly answer?: v.GenericSchema;
};

/** When it happens; with a schema if the answer says more than a message. */
type ErrorText = string | { readonly text: string; readonly answer: v.GenericSchema };

/** What the contract can't say about a call. The errors that every call of its kind has stand in `document.ts`. */
export type Operation = {
  readonly call: DescribedCall;
  readonly summary: string;
  readonly description?: string;
  /** A key of the app's backend needs it. */
  readonly scope?: AppScope;
  /** How often; the answer beyond it is 429. */
  readonly rateLimit?: string;
  readonly errors?: Readonly<Record<number, ErrorText>>;
  /** Successful answers without a body, by status. */
  readonly empty?: Readonly<Record<number, string>>;
  /** The media types of an answer that is a file, without an envelope. */
  readonly file?: readonly [string, ...string[]];
  /** What the bytes are that it takes as `application/octet-stream`. */
  readonly upload?: string;
  /** Any JSON, which is checked elsewhere. */
  readonly takes?: string;
  /** It is not below the API's base. */
  readonly isAtRoot?: boolean;
};

export type OperationGroup = {
  readonly name: string;
  readonly description: string;
  /** Who may call it: `app` is the app's backend with a key. */
  readonly access: 'administrator' | 'app' | 'anyone';
  /** By operation id. */
  readonly operations: Readonly<Record<string, Operation>>;
};

const WRONG_FIELD = 'The message names the first wrong field.';
const UNKNOWN_USER = 'There’s no such user.';
const OTHER_BUYER = 'The purchase belongs to another user, or to an account that was erased.';
const DELETED_ACCOUNT = 'The account is deleted.';
const UNKNOWN_RECIPE = 'There’s no such recipe.';
const DELETED_RECIPE = 'The recipe is deleted. Restore it first.';
const UNKNOWN_PAYMENT = 'There’s no such failed payment.';
const UNKNOWN_IMPORT = 'There’s no such import.';
const USED_LINK = 'The link is unknown, was used, was replaced by a newer one, or has expired.';
const CSV = 'text/csv; charset=utf-8; header=present';
const STEP_UP =
  'Needs a proof of who one is that’s at most ten minutes old: else 403 with the reason `step_up`.';
const LAST_FACTOR = 'It’s the only factor, and this server requires one.';
const CUT_SHORT = 'A file that ends early breaks the connection.';
const UPLOAD_ERRORS = { 408: 'No byte arrived for 30 seconds.' };

/** Every call of the API, one entry each. */
export const groups: readonly OperationGroup[] = [
  {
    name: 'App: users',
    description:
      'The app’s backend signs up its users and closes their accounts. It names them by its own IDs.',
    access: 'app',
    operations: {
      putAppUser: {
        call: putAppUser,
        scope: 'users:write',
        summary: 'Create or update a user',
        description:
          'Fields that are left out stay as they are, and the same call again changes nothing. A field that an administrator has corrected stays as long as the app sends the value that it sent before; `kept` names it. A new value wins.',
        errors: {
          409: 'The email belongs to another account, or the account is deleted or an administrator’s.',
        },
      },
      readAppUser: {
        call: readAppUser,
        scope: 'users:read',
        summary: 'Read a user',
        description:
          'With what they may use now, and the UUID that the app hands to the store with each purchase.',
        errors: { 404: UNKNOWN_USER },
      },
      deleteAppUser: {
        call: deleteAppUser,
        scope: 'users:write',
        summary: 'Delete the account of a user',
        description:
          'Closes the account and emails the user, as their own confirmation on the site does. The same call again changes nothing.',
        errors: { 404: UNKNOWN_USER, 409: 'The account is an administrator’s, or the deletion was stopped.' },
      },
      putAppUsers: {
        call: putAppUsers,
        scope: 'users:write',
        summary: 'Create or update up to 500 users',
        description: 'The answers are in the order of the rows. A row that fails stops no other.',
      },
    },
  },
  {
    name: 'App: purchases and access',
    description: 'What the app’s backend tells about purchases and asks about access, with its own key.',
    access: 'app',
    operations: {
      readStoreAccount: {
        call: readStoreAccount,
        scope: 'entitlements:read',
        summary: 'Read the store account token of a user',
        description:
          'The UUID that the app hands to the store with each purchase: as `appAccountToken` to Apple, as `obfuscatedAccountId` to Google. A purchase with it finds its user by itself.',
        errors: { 404: UNKNOWN_USER },
      },
      registerAppPurchase: {
        call: registerAppPurchase,
        scope: 'purchases:write',
        summary: 'Say whose purchase it is',
        description: 'The store is asked about it soon. Sending it again changes nothing.',
        errors: { 404: UNKNOWN_USER, 409: OTHER_BUYER },
      },
      registerPurchase: {
        call: registerPurchase,
        scope: 'purchases:write',
        summary: 'Say whose purchase it is, at the older address',
        errors: { 404: UNKNOWN_USER, 409: OTHER_BUYER },
      },
      readEntitlement: {
        call: readEntitlement,
        scope: 'entitlements:read',
        summary: 'Ask whether a user has access',
        description:
          'Whether the user may use what a subscription pays for. A suspended user may not. A purchase of a test account counts where the server accepts it.',
        errors: { 404: UNKNOWN_USER },
      },
    },
  },
  {
    name: 'App: catalog',
    description:
      'The published recipes. With `PUBLIC_CATALOG=on` they need no key, and a CDN may keep the answers.',
    access: 'app',
    operations: {
      listCatalog: {
        call: listCatalog,
        scope: 'recipes:read',
        summary: 'Follow the catalog',
        description:
          'What changed in the catalog after a cursor, the oldest change first and each recipe once; without `after`, the whole catalog. Send `cursor` as `after` of the next call: at once while `hasMore`, and later to learn what is new. A client that deletes what is `deleted` and stores the rest has exactly the catalog. 50 a page without `limit`, 100 at most.',
        errors: {
          400: '`after` is no cursor of an earlier answer.',
          410: 'The cursor has expired: it is older than 90 days, or the catalog was restarted. Delete your copy and start again without `after`.',
        },
        empty: { 304: 'Nothing has changed since the answer with the ETag in `If-None-Match`.' },
      },
      readCatalogRecipe: {
        call: readCatalogRecipe,
        scope: 'recipes:read',
        summary: 'Read a published recipe',
        description: 'One recipe of the catalog, as the list has it.',
        errors: { 404: 'There’s no such recipe, or it isn’t published.' },
        empty: { 304: 'Nothing has changed since the answer with the ETag in `If-None-Match`.' },
      },
    },
  },
  {
    name: 'Sign-in',
    description: 'Sessions of administrators, and what people do with a mailed link.',
    access: 'anyone',
    operations: {
      adminLogin: {
        call: adminLogin,
        summary: 'Sign in as an administrator',
        description:
          'The access token lasts 15 minutes and goes into the header `Authorization: Bearer …`. `capabilities` names what this server offers. Someone with a second factor gets a `challenge` instead of tokens, for `POST /auth/second-factor`.',
        rateLimit:
          'For one client, 100 failed attempts in 10 minutes. For one address, from the fifth failed attempt on a pause that doubles from 30 seconds to 15 minutes.',
        errors: {
          401: 'The email or the password is wrong, or the account may not sign in. The message is always the same.',
        },
      },
      secondFactor: {
        call: secondFactor,
        summary: 'Prove the second factor of a sign-in',
        description:
          'Answers as the first step of someone without a second factor, and keeps its `rememberMe`. A challenge and a code work once. Between the two steps there’s no token.',
        rateLimit: 'A wrong code counts as a failed sign-in.',
        errors: {
          401: 'The code is wrong or was used before. With the reason `challenge_ended`: the challenge is unknown, was used, or is older than 5 minutes.',
        },
      },
      refreshToken: {
        call: refreshToken,
        summary: 'Get a new access token',
        description:
          'The answer has a new refresh token too. An old one that is used again ends the session, unless the new one was never used.',
        errors: { 401: 'The session has ended.' },
      },
      forgotPassword: {
        call: forgotPassword,
        summary: 'Mail a link to a new password',
        description: 'The answer is the same for every address, so it doesn’t tell who has an account.',
        rateLimit:
          'For one client, 30 emails in 10 minutes. One address gets at most 5 an hour, without an error.',
      },
      resetPassword: {
        call: resetPassword,
        summary: 'Choose a new password with a mailed link',
        rateLimit: 'For one client, 100 attempts in 10 minutes.',
        errors: { 400: USED_LINK, 422: `The passwords differ or break a rule. ${WRONG_FIELD}` },
      },
      requestDeletion: {
        call: requestDeletion,
        summary: 'Mail a link that deletes an account',
        description: 'The answer is the same for every address, so it doesn’t tell who has an account.',
        rateLimit:
          'For one client, 30 emails in 10 minutes. One address gets at most 5 an hour, without an error.',
      },
      confirmDeletion: {
        call: confirmDeletion,
        summary: 'Delete an account with a mailed link',
        errors: { 400: USED_LINK, 409: 'The account is the only owner.' },
      },
    },
  },
  {
    name: 'Own account',
    description: 'The account of the administrator who asks.',
    access: 'administrator',
    operations: {
      logout: { call: logout, summary: 'Sign out', description: 'Ends this session.' },
      readAccount: {
        call: readAccount,
        summary: 'Read the own account and its sessions',
        description: 'The current session comes first, then the last used.',
      },
      changePassword: {
        call: changePassword,
        summary: 'Change the own password',
        description: 'Ends the other sessions.',
        rateLimit: 'A wrong current password counts as a failed sign-in.',
        errors: {
          409: 'The password was changed in the meantime.',
          422: `The current password is wrong, or the new one breaks a rule. ${WRONG_FIELD}`,
        },
      },
      endOwnSession: {
        call: endOwnSession,
        summary: 'End one of the own sessions',
        errors: { 404: 'It’s another user’s session, or it has ended.' },
      },
      signOutEverywhere: {
        call: signOutEverywhere,
        summary: 'End all of the own sessions',
        description: 'This one ends, too.',
      },
      readSecurity: {
        call: readSecurity,
        summary: 'Read the own second factor',
      },
      startTotp: {
        call: startTotp,
        summary: 'Get a secret for an authenticator app',
        description: `RFC 6238: SHA-1, 6 digits, 30 seconds. It counts once it is confirmed, within 10 minutes; a new one replaces it. ${STEP_UP}`,
      },
      confirmTotp: {
        call: confirmTotp,
        summary: 'Confirm the secret with a code of the app',
        description: `The first factor brings ten recovery codes, which are shown only now. ${STEP_UP}`,
        errors: { 409: 'No secret waits.', 422: `The code is wrong. ${WRONG_FIELD}` },
      },
      removeTotp: {
        call: removeTotp,
        summary: 'Remove the authenticator app',
        description: `Without any factor left, the recovery codes end, too. ${STEP_UP}`,
        errors: { 404: 'There’s none.', 409: LAST_FACTOR },
      },
      startPasskey: {
        call: startPasskey,
        summary: 'Get what a browser makes a passkey with',
        description: `The options of WebAuthn’s \`navigator.credentials.create()\`, for 5 minutes. ${STEP_UP}`,
        errors: { 409: 'A passkey belongs to a domain with HTTPS, and the site has none.' },
      },
      addPasskey: {
        call: addPasskey,
        summary: 'Add a passkey',
        description: `The first factor brings ten recovery codes, which are shown only now. ${STEP_UP}`,
        errors: {
          409: 'The passkey was added before.',
          422: `The passkey can’t be verified. ${WRONG_FIELD}`,
        },
      },
      removePasskey: {
        call: removePasskey,
        summary: 'Remove a passkey',
        description: `Without any factor left, the recovery codes end, too. ${STEP_UP}`,
        errors: { 404: 'There’s none with this ID.', 409: LAST_FACTOR },
      },
      makeRecoveryCodes: {
        call: makeRecoveryCodes,
        summary: 'Get ten new recovery codes',
        description: `The old ones end. ${STEP_UP}`,
        errors: { 409: 'There’s no second factor.' },
      },
      readStepUpOptions: {
        call: readStepUpOptions,
        summary: 'Ask how to prove again who one is',
        description: 'The second factor; the password of someone without one.',
      },
      stepUp: {
        call: stepUp,
        summary: 'Prove again who one is',
        description:
          'The calls that need it work in this session for ten minutes. A sign-in is a proof, too.',
        rateLimit: 'A wrong code or password counts as a failed sign-in.',
        errors: { 422: `The code or the password is wrong. ${WRONG_FIELD}` },
      },
    },
  },
  {
    name: 'Users',
    description: 'The people who use the app, and what happened to them.',
    access: 'administrator',
    operations: {
      listUsers: {
        call: listUsers,
        summary: 'List users',
        description:
          'Newest first without `sort`. `keyword` searches names and email addresses, ignoring case and accents; phone numbers by three or more digits; the number of a store’s order; and the product or plan of the newest subscription. Filters and `sort` need `users:filter`.',
      },
      readUserValues: {
        call: readUserValues,
        summary: 'Count the users of each filter',
      },
      exportUsers: {
        call: exportUsers,
        summary: 'Export users as a CSV file',
        description: `Every user that the list shows for the same filters, in its order. ${CUT_SHORT}`,
        file: [CSV],
      },
      readUser: { call: readUser, summary: 'Read a user', errors: { 404: UNKNOWN_USER } },
      updateUser: {
        call: updateUser,
        summary: 'Change the name and phone of a user',
        description:
          'Other fields are ignored. `version` needs `users:edit`; without it, the last write wins.',
        errors: {
          404: UNKNOWN_USER,
          409: {
            text: 'The account is deleted, or someone changed it since `version`: then `conflict` has the newest state.',
            answer: conflictAnswer,
          },
        },
      },
      suspendUser: {
        call: suspendUser,
        summary: 'Suspend a user',
        description: 'Ends the sessions, too.',
        errors: { 404: UNKNOWN_USER, 409: 'The account is deleted or the only owner.' },
      },
      restoreUser: {
        call: restoreUser,
        summary: 'End a suspension',
        errors: { 404: UNKNOWN_USER, 409: DELETED_ACCOUNT },
      },
      stopDeletion: {
        call: stopDeletion,
        summary: 'Stop the deletion of an account',
        description: 'Opens the account again, as it was before.',
        errors: { 404: UNKNOWN_USER, 409: 'No deletion is under way, or the personal data has been erased.' },
      },
      readUserTimeline: {
        call: readUserTimeline,
        summary: 'Read what happened to a user',
        description:
          'Newest first, 20 entries: charges, refunds, failed renewals, checks, reminders, courtesy access, notes, and other changes.',
        errors: { 404: UNKNOWN_USER },
      },
      readAudit: {
        call: readAudit,
        summary: 'List the changes of a user',
        description: 'Newest first. Without `page`, the newest 100.',
        errors: { 404: UNKNOWN_USER },
      },
      listSessions: {
        call: listSessions,
        summary: 'List the open sessions of a user',
        description: 'Last used first.',
        errors: { 404: UNKNOWN_USER },
      },
      endSession: {
        call: endSession,
        summary: 'End a session of a user',
        errors: { 404: 'It’s another user’s session, or it has ended.' },
      },
      endSessions: {
        call: endSessions,
        summary: 'End every session of a user',
        description: 'The user can sign in again.',
        errors: { 404: UNKNOWN_USER },
      },
      listNotes: {
        call: listNotes,
        summary: 'List the notes about a user',
        description: 'Newest first. Without `page`, all of them.',
        errors: { 404: UNKNOWN_USER },
      },
      addNote: {
        call: addNote,
        summary: 'Write a note about a user',
        errors: { 404: UNKNOWN_USER, 409: 'The user has 100 notes, or the personal data has been erased.' },
      },
      deleteNote: {
        call: deleteNote,
        summary: 'Delete a note',
        errors: { 404: 'There’s no such note.' },
      },
      readReminderChoice: {
        call: readReminderChoice,
        summary: 'Read whether a user gets reminders',
        errors: { 404: `${UNKNOWN_USER} Or reminders are turned off.` },
      },
      setReminderChoice: {
        call: setReminderChoice,
        summary: 'Stop or allow reminders to a user',
        errors: { 404: `${UNKNOWN_USER} Or reminders are turned off.`, 409: DELETED_ACCOUNT },
      },
      readCourtesy: {
        call: readCourtesy,
        summary: 'Read the courtesy access of a user',
        description: '`data` is null without one.',
        errors: { 404: UNKNOWN_USER },
      },
      grantCourtesy: {
        call: grantCourtesy,
        summary: 'Grant access by courtesy',
        description: 'Replaces what is granted.',
        errors: {
          404: UNKNOWN_USER,
          409: DELETED_ACCOUNT,
          422: `The day is past or more than 90 days ahead, or the reason is missing. ${WRONG_FIELD}`,
        },
      },
      revokeCourtesy: {
        call: revokeCourtesy,
        summary: 'Revoke access by courtesy',
        description: 'It ends at once.',
        errors: { 404: UNKNOWN_USER, 409: 'Nothing is granted.' },
      },
      exportPersonalData: {
        call: exportPersonalData,
        summary: 'Export everything about a person',
        description:
          'For an access request (GDPR, article 15): a ZIP file with a page to read, JSON, and a CSV file for each kind of record.',
        errors: { 404: UNKNOWN_USER, 409: 'The personal data has been erased.' },
        file: ['application/zip'],
      },
    },
  },
  {
    name: 'Administrators',
    description: 'The people who may sign in here.',
    access: 'administrator',
    operations: {
      listAdministrators: {
        call: listAdministrators,
        summary: 'List administrators',
        description: 'By name, without deleted ones.',
      },
      inviteAdministrator: {
        call: inviteAdministrator,
        summary: 'Invite an administrator',
        description: 'Emails a link to choose a password.',
        errors: { 409: 'The address has an account.' },
      },
      resetFactor: {
        call: resetFactor,
        summary: 'Remove the second factor of an administrator',
        description: `For someone who has lost it. Ends the sessions, and tells the person by email. ${STEP_UP}`,
        errors: {
          404: 'There’s no such administrator.',
          409: 'There’s no second factor, or it’s the own one.',
        },
      },
      mailPasswordLink: {
        call: mailPasswordLink,
        summary: 'Mail an administrator a link to a new password',
        errors: { 404: 'There’s no such administrator.', 409: 'The administrator is suspended or deleted.' },
      },
      changeRole: {
        call: changeRole,
        summary: 'Give an administrator another role',
        description: 'Signs the administrator out everywhere. The same role again changes nothing.',
        errors: { 404: 'There’s no such administrator.', 409: 'The administrator is the only owner.' },
      },
    },
  },
  {
    name: 'Keys',
    description: 'The keys of the app’s backend.',
    access: 'administrator',
    operations: {
      listAppKeys: {
        call: listAppKeys,
        summary: 'List keys',
        description: 'Those that aren’t revoked by name, then the revoked ones, the latest first.',
      },
      makeAppKey: {
        call: makeAppKey,
        summary: 'Create a key',
        description: 'The secret is in no other answer.',
        errors: { 409: 'A key that isn’t revoked has this name.' },
      },
      rollAppKey: {
        call: rollAppKey,
        summary: 'Get a second secret of a key',
        description: 'The first one works for 24 more hours.',
        errors: { 404: 'There’s no such key.', 409: 'The key is revoked or has expired.' },
      },
      revokeAppKey: {
        call: revokeAppKey,
        summary: 'Revoke a key',
        description: 'It ends at once.',
        errors: { 404: 'There’s no such key.', 409: 'The key is revoked.' },
      },
    },
  },
  {
    name: 'Activity and mail',
    description: 'Everything that was changed and by whom, emails that couldn’t be sent, and the search.',
    access: 'administrator',
    operations: {
      readActivity: {
        call: readActivity,
        summary: 'List all changes',
        description: 'Newest first. Each entry lists at most 20 changes of fields.',
      },
      exportActivity: {
        call: exportActivity,
        summary: 'Export the log as a CSV file',
        description: `Every entry that the log shows for the same filters, newest first, with at most 20 changes each. ${CUT_SHORT}`,
        file: [CSV],
      },
      listGivenUpMails: {
        call: listGivenUpMails,
        summary: 'List emails that were given up',
        description: 'Newest first, 20 a page. They are kept for 30 days; an erasure deletes them.',
      },
      retryMail: {
        call: retryMail,
        summary: 'Send a given-up mail again',
        description: 'Sends it as a new email, with a new link.',
        errors: { 404: 'It was sent again or removed.' },
      },
      search: {
        call: search,
        summary: 'Search users, recipes, and failed payments',
        description: 'At most five of each. The record with this ID comes first.',
      },
    },
  },
  {
    name: 'Figures',
    description: 'Counted now, or kept for some minutes where counting is slow: then `countedAt` says when.',
    access: 'administrator',
    operations: {
      subscriptionStatistics: {
        call: subscriptionStatistics,
        summary: 'Read revenue by month',
        description: 'Newest month first.',
      },
      exportStatistics: {
        call: exportStatistics,
        summary: 'Export revenue by month as a CSV file',
        description: `Every month, newest first. ${CUT_SHORT}`,
        file: [CSV],
      },
      readOverview: {
        call: readOverview,
        summary: 'Read what the dashboard says about today',
      },
      readRecoveryFigures: {
        call: readRecoveryFigures,
        summary: 'Read what became of failed payments',
        description: 'And what is at risk now. Payments of deleted accounts are in no figure.',
      },
    },
  },
  {
    name: 'Subscriptions and purchases',
    description: 'What people bought in the stores, and how the connection to the stores is.',
    access: 'administrator',
    operations: {
      subscriptionHistory: {
        call: subscriptionHistory,
        summary: 'List the subscriptions of a user',
        description:
          'Newest first. Without `page`, all of them. `page` and `total` need `subscriptions:read`.',
        errors: { 404: UNKNOWN_USER },
      },
      listCharges: {
        call: listCharges,
        summary: 'List what the store collected for a subscription',
        description: 'Newest first.',
        errors: { 404: 'There’s no such subscription.' },
      },
      readTimeline: {
        call: readTimeline,
        summary: 'Read what happened to a purchase',
        description: 'Newest first, 20 entries.',
        errors: { 404: 'There’s no such purchase, or its account is deleted.' },
      },
      readStoreHealth: {
        call: readStoreHealth,
        summary: 'Read how the connections to the stores are',
      },
      listUnattributed: {
        call: listUnattributed,
        summary: 'List purchases that belong to no user',
        description: 'Newest first. The total is at most 10,000.',
      },
      requestTestNotification: {
        call: requestTestNotification,
        summary: 'Ask a store for a test notification',
        errors: {
          409: 'The store sends them only from its own console, or refused.',
          503: 'The store couldn’t be asked.',
        },
      },
      readStoreActs: {
        call: readStoreActs,
        summary: 'Read what can be done at the store for a subscription',
        description: 'And what was done.',
        errors: { 404: 'The subscription doesn’t exist.' },
      },
      doStoreAct: {
        call: doStoreAct,
        summary: 'Extend, defer, cancel, revoke or refund a subscription at its store',
        description:
          'Asks the store now. `message` says what was done. Apple only extends; the rest is Google’s.',
        errors: {
          403: 'The last proof is older than ten minutes.',
          404: 'The subscription doesn’t exist.',
          409: 'It isn’t possible, another one is running, or the store refuses.',
          503: 'The store didn’t answer. It may have been done.',
        },
      },
      lookUpOrder: {
        call: lookUpOrder,
        summary: 'Look up the number of a receipt',
        description:
          'Our own charges are read first, then the stores whose numbers look like it are asked. It’s a POST, so that the number is in no address and in no log.',
        errors: { 422: `The text can’t be the number of an order. ${WRONG_FIELD}` },
      },
    },
  },
  {
    name: 'Refund requests',
    description:
      'Each is a refund or a chargeback that a store asks about. Apple takes an answer for 12 hours, Google for 24; only the first one counts.',
    access: 'administrator',
    operations: {
      listRefundRequests: {
        call: refunds.listRefundRequests,
        summary: 'List refund requests',
        description:
          'In the view `open`, which is the default, the one that ends first comes first; else the newest. Test purchases aren’t listed.',
      },
      readRefundRequest: {
        call: refunds.readRefundRequest,
        summary: 'Read a refund request',
        description: 'As the list has it.',
        errors: { 404: 'The request doesn’t exist.' },
      },
      answerRefundRequest: {
        call: refunds.answerRefundRequest,
        summary: 'Answer a refund request',
        description:
          'The answer is stored, sent at once, and sent again until the store confirms it or the time is over.',
        errors: {
          404: 'The request doesn’t exist.',
          409: 'It was answered before, the time is over, the store has decided, or nothing can be sent.',
        },
      },
      setRefundRule: {
        call: refunds.setRefundRule,
        summary: 'Set what happens to requests that no one answers',
        description: 'An hour before the end at Apple, and three hours before it at Google.',
      },
      readRefundFigures: {
        call: refunds.readRefundFigures,
        summary: 'Count refund requests',
        description: 'Of the last twelve months, by store, plan and reason; the most first.',
      },
    },
  },
  {
    name: 'Failed payments',
    description:
      'Renewals that a store could not collect. A retry asks the store how it stands; only the store can charge.',
    access: 'administrator',
    operations: {
      failedPayments: {
        call: failedPayments,
        summary: 'List failed payments',
        description:
          'Newest first without `sort`; with `recovered` by the time of the recovery. `keyword` searches the email and name of the customer, the product, and the id. With `view`, `views` counts the matches in each view; it’s absent above 10,000 matches. Parameters need `payments:filter`.',
      },
      failedPaymentValues: {
        call: failedPaymentValues,
        summary: 'Count the failed payments of each filter',
        description: 'Recovered ones count as a state only.',
      },
      exportPayments: {
        call: exportPayments,
        summary: 'Export failed payments as a CSV file',
        description: `Every payment that the list shows for the same filters, in its order. ${CUT_SHORT}`,
        file: [CSV],
      },
      retryPayment: {
        call: retryPayment,
        summary: 'Ask the store about a failed payment now',
        description: '`success` is true for one caller only: the one who found that it is paid.',
        errors: { 404: UNKNOWN_PAYMENT, 409: 'It’s being checked, or it was recovered already.' },
      },
      readPaymentChecks: {
        call: readPaymentChecks,
        summary: 'List the checks of a failed payment',
        description: 'Newest first, at most 100.',
        errors: { 404: UNKNOWN_PAYMENT },
      },
      remindCustomer: {
        call: remindCustomer,
        summary: 'Remind the customer of a failed payment',
        description: 'Emails the store’s link for updating the payment.',
        errors: {
          404: `${UNKNOWN_PAYMENT} Or reminders are turned off.`,
          409: 'There can be no reminder now. The message says why.',
        },
      },
      startBulkRetry: {
        call: startBulkRetry,
        summary: 'Ask the stores about many failed payments',
        description:
          'In the background: the payments of `ids`, or without it every payment that the list shows for `selection`. Of `ids`, payments that are gone are left out.',
        errors: {
          404: 'None of `ids` is a failed payment.',
          409: 'These aren’t `expected` payments anymore. Nothing was started.',
          422: `More than 10,000 payments match, or a field is wrong. ${WRONG_FIELD}`,
        },
      },
      listBulkRetries: {
        call: listBulkRetries,
        summary: 'List retries of many failed payments',
        description: 'What runs, then what ended in the last day; the newest first of each, at most 20.',
      },
      stopBulkRetry: {
        call: stopBulkRetry,
        summary: 'Stop a retry of many failed payments',
        description: 'Questions that were asked still get their answers.',
        errors: { 404: 'There’s no such retry.', 409: 'It has ended.' },
      },
      listRetryRows: {
        call: listRetryRows,
        summary: 'List what a retry did with each payment',
        description: '50 a page, failed ones first.',
        errors: { 404: 'There’s no such retry.' },
      },
    },
  },
  {
    name: 'Reminders',
    description: 'The “Unsubscribe” of mail programs (RFC 8058).',
    access: 'anyone',
    operations: {
      refuseReminders: {
        call: refuseReminders,
        summary: 'Stop reminders with the link of an email',
        description: 'Works as long as the payment is on record.',
        errors: { 404: 'The link is unknown.' },
      },
    },
  },
  {
    name: 'Recipes',
    description: 'What the app cooks: drafts and published recipes, and all of their versions.',
    access: 'administrator',
    operations: {
      listRecipes: {
        call: listRecipes,
        summary: 'List recipes',
        description:
          'Newest first without `sort`. `keyword` searches titles, ignoring case and accents. Filters and `sort` need `recipes:filter`.',
      },
      readRecipeValues: {
        call: readRecipeValues,
        summary: 'Read the values that filters and the editor suggest',
        description: 'Most frequent first. Deleted recipes don’t count.',
      },
      exportRecipes: {
        call: exportRecipes,
        summary: 'Export recipes as JSON-LD or CSV',
        description: `Every recipe that the list shows for the same filters, in its order. ${CUT_SHORT}`,
        file: ['application/ld+json; charset=utf-8', CSV],
      },
      readRecipe: { call: readRecipe, summary: 'Read a recipe', errors: { 404: UNKNOWN_RECIPE } },
      createRecipe: {
        call: createRecipe,
        summary: 'Create a recipe',
        description: 'A draft, as version 1.',
      },
      updateRecipe: {
        call: updateRecipe,
        summary: 'Save a recipe',
        description: 'The whole content. The same content makes no new version.',
        errors: {
          404: UNKNOWN_RECIPE,
          409: {
            text: 'The recipe is deleted, or `version` isn’t the newest: then `conflict` has the newest content.',
            answer: recipeConflictAnswer,
          },
        },
      },
      publishRecipe: {
        call: publishRecipe,
        summary: 'Publish a recipe',
        errors: { 404: UNKNOWN_RECIPE, 409: DELETED_RECIPE },
      },
      unpublishRecipe: {
        call: unpublishRecipe,
        summary: 'Make a recipe a draft again',
        errors: { 404: UNKNOWN_RECIPE, 409: DELETED_RECIPE },
      },
      deleteRecipe: {
        call: deleteRecipe,
        summary: 'Delete a recipe',
        description: 'It can be restored for 30 days. Then it is removed with its versions.',
        errors: { 404: UNKNOWN_RECIPE },
      },
      restoreRecipe: {
        call: restoreRecipe,
        summary: 'Restore a deleted recipe',
        errors: { 404: UNKNOWN_RECIPE },
      },
      listRecipeVersions: {
        call: listRecipeVersions,
        summary: 'List the versions of a recipe',
        description: 'Newest first, at most 200.',
        errors: { 404: UNKNOWN_RECIPE },
      },
      readRecipeVersion: {
        call: readRecipeVersion,
        summary: 'Read a recipe as it was',
        errors: { 404: 'There’s no such version.' },
      },
      revertRecipe: {
        call: revertRecipe,
        summary: 'Go back to a version',
        description: 'Saves the content of version `to` as a new version.',
        errors: {
          404: 'There’s no such version.',
          409: {
            text: 'The recipe is deleted, or `version` isn’t the newest: then `conflict` has the newest content.',
            answer: recipeConflictAnswer,
          },
        },
      },
      changeRecipes: {
        call: changeRecipes,
        summary: 'Change up to 200 recipes',
        description: 'All or nothing. Recipes that already are as asked are left alone.',
        errors: { 404: 'One is unknown or, except for `restore`, deleted. Nothing was changed.' },
      },
      startBulkChange: {
        call: startBulkChange,
        summary: 'Change many recipes in the background',
        description:
          'The recipes of `ids`, or without it every recipe that the list shows for `selection`. A recipe that is gone fails in its row.',
        errors: { 409: 'These aren’t `expected` recipes anymore. Nothing was started.' },
      },
      listBulkChanges: {
        call: listBulkChanges,
        summary: 'List changes of many recipes',
        description: 'What runs, then what ended in the last day; the newest first of each, at most 20.',
      },
      stopBulkChange: {
        call: stopBulkChange,
        summary: 'Stop a change of many recipes',
        description: 'What is changed stays changed.',
        errors: { 404: 'There’s no such change.', 409: 'It has ended.' },
      },
      listBulkRows: {
        call: listBulkRows,
        summary: 'List what a change did with each recipe',
        description: '50 a page, failed ones first.',
        errors: { 404: 'There’s no such change.' },
      },
      parseRecipeEntry: {
        call: parseRecipeEntry,
        summary: 'Read pasted lines',
        description: 'Stores nothing. Empty lines are left out.',
      },
    },
  },
  {
    name: 'Recipe imports',
    description: 'From files to drafts: create one, send its files, read them, look at the rows, start.',
    access: 'administrator',
    operations: {
      createImport: {
        call: createImport,
        summary: 'Create an empty import',
      },
      listImports: {
        call: listImports,
        summary: 'List imports',
        description: 'The newest 20 that have read a file.',
      },
      readImport: {
        call: readImport,
        summary: 'Read an import',
        errors: { 404: UNKNOWN_IMPORT },
      },
      uploadImportFile: {
        call: uploadImportFile,
        summary: 'Send a file of an import',
        upload: 'The file as it is: JSON, JSON-LD, CSV, HTML, or a ZIP file with such files.',
        errors: {
          ...UPLOAD_ERRORS,
          404: UNKNOWN_IMPORT,
          409: 'The import takes no more files.',
          413: 'More than 50 MB or 500 files altogether.',
        },
      },
      readImportFiles: {
        call: readImportFiles,
        summary: 'Read the files of an import',
        description: 'In the background. Stores no recipe.',
        errors: { 404: UNKNOWN_IMPORT, 409: 'There’s no file, or they were read already.' },
      },
      listImportRows: {
        call: listImportRows,
        summary: 'List the recipes of an import',
        description: '50 a page. `total` counts what `show` shows.',
        errors: { 404: UNKNOWN_IMPORT },
      },
      chooseForDuplicates: {
        call: chooseForDuplicates,
        summary: 'Choose what happens to duplicates',
        description: 'For one row, or without `row` for all of them.',
        errors: {
          404: 'There’s no such import, or the row has no duplicate.',
          409: 'The import isn’t ready.',
        },
      },
      startImport: {
        call: startImport,
        summary: 'Start an import',
        description: 'Creates the recipes as drafts, in the background.',
        errors: { 404: UNKNOWN_IMPORT, 409: 'The import is neither ready nor stopped.' },
      },
      stopImport: {
        call: stopImport,
        summary: 'Stop an import',
        description: 'It ends after the current recipe, and can continue later.',
        errors: { 404: UNKNOWN_IMPORT, 409: 'The import isn’t running.' },
      },
      undoImport: {
        call: undoImport,
        summary: 'Undo an import',
        description:
          'Deletes what was created and reverts what was replaced, in the background. A recipe that was changed since is left alone.',
        errors: { 404: UNKNOWN_IMPORT, 409: 'The import hasn’t ended, or ended more than 30 days ago.' },
      },
      discardImport: {
        call: discardImport,
        summary: 'Discard an import',
        description: 'Deletes its files and rows.',
        errors: { 404: UNKNOWN_IMPORT, 409: 'The import has stored recipes.' },
      },
    },
  },
  {
    name: 'Pictures',
    description: 'Pictures of recipes.',
    access: 'administrator',
    operations: {
      uploadPicture: {
        call: uploadPicture,
        summary: 'Upload a picture',
        upload: 'A JPEG, PNG, WebP, or AVIF picture of at most 10 MB and 50 megapixels.',
        errors: {
          ...UPLOAD_ERRORS,
          413: 'More than 10 MB.',
          422: 'Another type of file, too many pixels, or too long a side.',
        },
      },
    },
  },
  {
    name: 'Files and health',
    description: 'What needs no key.',
    access: 'anyone',
    operations: {
      readDrawing: {
        call: { method: 'GET', path: '/pictures/:file' },
        summary: 'Read a drawing',
        errors: { 404: 'There’s no such picture.' },
        file: ['image/svg+xml'],
      },
      readPicture: {
        call: { method: 'GET', path: '/pictures/:hash/:file' },
        summary: 'Read an uploaded picture',
        description: 'Public once a recipe that isn’t deleted shows it; before, for administrators.',
        errors: {
          401: 'The token has ended.',
          403: 'The token isn’t one of an administrator.',
          404: 'There’s no such picture.',
        },
        file: ['image/webp'],
      },
      readHealth: {
        call: { method: 'GET', path: '/healthz', answer: messageAnswer },
        summary: 'Ask whether the server works',
        errors: { 503: 'The database doesn’t respond.' },
        isAtRoot: true,
      },
      readReadiness: {
        call: { method: 'GET', path: '/readyz', answer: messageAnswer },
        summary: 'Ask whether the server can take more requests',
        errors: { 503: 'The database doesn’t respond, or too many requests wait for it.' },
        isAtRoot: true,
      },
      readDocument: {
        call: { method: 'GET', path: '/openapi.json' },
        summary: 'Read this document',
        file: ['application/json'],
        empty: { 304: 'It hasn’t changed since the `ETag` of `If-None-Match`.' },
      },
      readDocumentation: {
        call: { method: 'GET', path: '/docs' },
        summary: 'Read this document as a page',
        file: ['text/html; charset=utf-8'],
        empty: { 304: 'It hasn’t changed since the `ETag` of `If-None-Match`.' },
      },
    },
  },
  {
    name: 'Webhooks',
    description: 'Notifications of the stores. They prove themselves by a signature, so no key is needed.',
    access: 'anyone',
    operations: {
      receiveAppleNotification: {
        call: { method: 'POST', path: '/webhooks/apple', answer: messageAnswer },
        summary: 'Take a notification of the App Store',
        description: 'The payload is a JWS that Apple signed (App Store Server Notifications V2).',
        takes: 'A notification of at most 64 KB.',
        empty: { 204: 'The notification is of no use.' },
        errors: { 401: 'The signature isn’t valid.', 503: 'The signature can’t be verified now.' },
      },
      receiveGoogleNotification: {
        call: { method: 'POST', path: '/webhooks/google', answer: messageAnswer },
        summary: 'Take a notification of Google Play',
        description:
          'A push of Cloud Pub/Sub. Its header `Authorization` has a token that Google signed for this server.',
        takes: 'A notification of at most 64 KB.',
        empty: { 204: 'The notification is of no use.' },
        errors: { 401: 'The signature isn’t valid.', 503: 'The signature can’t be verified now.' },
      },
    },
  },
];
