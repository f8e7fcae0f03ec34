/**
 * What an administrator may do beyond the calls of the specification, as resource and verb. The answers of sign-in and
 * refresh name them; a provider that names none gets exactly the specification's calls, fields and parameters.
 */
export const capabilities = [
  /** `GET /admin/account` and the calls below it. */
  'account:read',
  'administrators:manage',
  /** The keys of the app's backend. */
  'app-keys:manage',
  /** It covers the log of all changes and that of one user. */
  'audit:read',
  /** Mails that were given up, and their retry. */
  'mails:retry',
  'records:search',
  /** The overview of today, and statistics whose months are `YYYY-MM`. */
  'statistics:read',
  'statistics:export',
  /** A card on the dashboard that says what to try: the data are invented. */
  'demo:guide',
  /** Filters, order and values of the list of users. */
  'users:filter',
  'users:export',
  /** An update says which version it changes. */
  'users:edit',
  'users:suspend',
  'users:stop-deletion',
  /** Everything that happened to a user, on their page. */
  'users:read-timeline',
  /** The sessions of an administrator. */
  'sessions:end',
  'personal-data:export',
  'notes:write',
  /** An app's backend asks about access. */
  'courtesy:grant',
  /** Pages of a user's subscriptions, their charges, and the store account. */
  'subscriptions:read',
  /** Pages, filters, order, values, deadlines and access of failed payments, on their screen and on a user's. */
  'payments:filter',
  /** The checks of a payment and the timeline of its purchase. */
  'payments:read-history',
  'payments:export',
  'payments:remind',
  'payments:retry-many',
  /** The figures of recovery. */
  'recovery:read',
  /** The connections to the stores, and the search for an order. */
  'stores:read',
  /** Filters, order and values of the list of recipes. */
  'recipes:filter',
  /** It covers states and versions, too. */
  'recipes:edit',
  'recipes:import',
  'recipes:export',
  'recipes:change-many',
  'pictures:upload',
] as const;
export type Capability = (typeof capabilities)[number];
