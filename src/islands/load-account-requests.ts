/** Loaded on the first focus of a form. */
export const loadAccountRequests = () => import('#client/account-requests.ts');
