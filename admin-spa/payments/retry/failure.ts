import { ApiError } from '#client/api-error.ts';
import { type RetryOutcome, retryOutcomes } from '#contract/payments/records.ts';

/** In the specification's words: the message of the server, or one of two defaults. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return 'Recovery failed';
  return `Recovery failed: ${error.isFromServer ? error.message : 'Unknown error'}`;
}

/** Null if the answer names no known outcome. */
export function outcomeOf(error: unknown): RetryOutcome | null {
  if (!(error instanceof ApiError)) return null;
  const { body } = error;
  const value = typeof body === 'object' && body !== null && 'outcome' in body ? body.outcome : null;
  return retryOutcomes.find((name) => name === value) ?? null;
}

export const outcomeLabels: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'Recovered',
  still_failing: 'Not paid yet',
  not_retryable: 'Cannot be recovered',
  store_unreachable: 'The store did not answer',
};
