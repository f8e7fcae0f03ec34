/** Loads the calls of the public account forms, when a form is first touched. */
export const loadAccountRequests = () => import('#client/account-requests.ts');
