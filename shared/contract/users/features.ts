/** What an answer about one user can name. A file of its own: only the page of a user needs it. */
export const userFeatures = {
  suspend: 'suspend',
  /** The call that stops a deletion under way. */
  stopDeletion: 'stop-deletion',
  audit: 'audit',
  /** The calls of `notes.ts`. */
  notes: 'notes',
  /** The call of `personal-data.ts`. */
  personalData: 'personal-data',
  /** Updates send `version`. */
  version: 'version',
  /** `page`, `pageSize` and `total` of the subscription history, of the audit log and of the notes. */
  pages: 'history-pages',
  /** The call of the charges of a subscription. */
  charges: 'charges',
  /** Charges have their own currency, refunds, and no amount in US dollars while there is no exchange rate. */
  currencies: 'charge-currencies',
  /** `userId` of the list of failed payments. */
  payments: 'user-payments',
  /** The calls of `courtesy.ts`: an app's backend asks about access. */
  courtesy: 'courtesy-access',
  /** The calls of `reminders.ts`: mails remind of failed payments. */
  reminderChoice: 'reminder-choice',
  /** `storeAccountToken` of the user. Only for app users whose account is not deleted. */
  storeAccount: 'store-account',
  /** The calls of `sessions.ts`. Only for administrators: app users have no sessions here. */
  sessionList: 'session-list',
  /** To end all of them. Only for administrators other than oneself. */
  sessions: 'sessions',
} as const;
