/** The calls of the pages for one errand; loaded when their form is first touched. */
export const loadErrands = () => import('#client/errands.ts');
