import { ApiError } from '#client/api-error.ts';
import { type RetryOutcome, retryOutcomes } from '#contract/payments.ts';

/** What a failed check says, in the specification's words: the server's message, or one of its two defaults. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return 'Recovery failed';
  return `Recovery failed: ${error.fromServer ? error.message : 'Unknown error'}`;
}

/** What the store said, where our server passed it on. */
export function outcomeOf(error: unknown): RetryOutcome | null {
  if (!(error instanceof ApiError)) return null;
  const { body } = error;
  const told = typeof body === 'object' && body !== null && 'outcome' in body ? body.outcome : null;
  return retryOutcomes.find((name) => name === told) ?? null;
}

/** An outcome in our words. */
export const outcomeLabels: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'Recovered',
  still_failing: 'Not paid yet',
  not_retryable: 'Cannot be recovered',
  store_unreachable: 'The store did not answer',
};
