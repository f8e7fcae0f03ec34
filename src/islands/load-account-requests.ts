/** The calls of the pages for one errand; loaded when their form is first touched. */
export const loadAccountRequests = () => import('#client/account-requests.ts');
