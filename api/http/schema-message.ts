import * as v from 'valibot';

export function explainIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  return field ? `The field "${field}" isn’t valid.` : 'The request isn’t valid.';
}
