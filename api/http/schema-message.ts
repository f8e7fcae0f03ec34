import * as v from 'valibot';

/** The message of a schema that has no message of its own, for people. */
export function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  return field ? `The field "${field}" is not valid.` : 'The request is not valid.';
}
