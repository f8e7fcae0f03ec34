/**
 * Calls of the specification, and whether answers say who people are. A server whose administrators may all do the same
 * names none of them: then everyone may.
 */
export const specificationCapabilities = [
  /** The statistics of months. */
  'statistics:list',
  /** Users and their subscriptions. */
  'users:read',
  'users:update',
  /** Names, addresses and phone numbers. Without it they are empty, and lists are neither searched nor sorted by them. */
  'people:read',
  'recipes:read',
  'payments:read',
  'payments:retry',
] as const;

/**
 * What an administrator may do, as resource and verb. The answers of sign-in and refresh name it; a provider that names
 * nothing gets exactly the specification's calls, fields and parameters.
 */
export const capabilities = [
  ...specificationCapabilities,
  /** `GET /admin/account` and the calls below it. */
  'account:read',
  /** The second factor of the signed-in user. */
  'security:manage',
  /** A second factor must be set up; without any other capability but `account:read`, it comes first. */
  'security:required',
  'administrators:manage',
  /** The keys of the app's backend. */
  'app-keys:manage',
  /** It covers the log of all changes and that of one user. */
  'audit:read',
  'audit:export',
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
  /** Refunds and chargebacks that a store asks about, and their figures. */
  'refunds:read',
  'refunds:answer',
  /** What happens to the unanswered ones. */
  'refunds:rules',
  /** The figures of recovery. */
  'recovery:read',
  /** The connections to the stores. */
  'stores:read',
  /** The search for an order, and test notifications. */
  'stores:act',
  /** Extensions, refunds and cancellations at the stores. They need a proof. */
  'stores:change',
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

export function isOfSpecification(capability: string): boolean {
  return specificationCapabilities.some((one) => one === capability);
}
