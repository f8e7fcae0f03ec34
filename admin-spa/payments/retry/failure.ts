import * as v from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { type RetryOutcome, retryOutcomes, type Standing, standing } from '#contract/payments/records.ts';
import { asObject } from '#contract/schema/coerce.ts';

/** In the specification's words: the message of the server, or one of two defaults. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return 'Recovery failed';
  return `Recovery failed: ${error.isFromServer ? error.message : 'Unknown error'}`;
}

/** Null if the answer names no known outcome. */
export function outcomeOf(error: unknown): RetryOutcome | null {
  const value = inBody(error, 'outcome');
  return retryOutcomes.find((name) => name === value) ?? null;
}

/** What the store said of the payment; null if the answer does not say it. */
export function standingOf(error: unknown): Standing | null {
  const value = inBody(error, 'standing');
  return v.is(standing.schema, value) ? value : null;
}

function inBody(error: unknown, name: string): unknown {
  return error instanceof ApiError ? asObject(error.body)[name] : undefined;
}

export const outcomeLabels: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'Recovered',
  still_failing: 'Not paid yet',
  not_retryable: 'Can’t be recovered',
  store_unreachable: 'The store didn’t answer',
};
