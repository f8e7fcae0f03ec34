import type { QueryClient } from '@tanstack/react-query';
import { ACCOUNT_FEATURE } from '#contract/account.ts';

/** Whether a cached answer names the feature. */
export function hasAccountFeature(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ state }) => featuresOf(state.data).includes(ACCOUNT_FEATURE));
}

function featuresOf(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null || !('features' in answer)) return [];
  return Array.isArray(answer.features) ? answer.features : [];
}
