import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';

/** Whether a cached answer names the feature. */
export function hasFeature(client: QueryClient, feature: string): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ state }) => featuresOf(state.data).includes(feature));
}

/** Whether any answer has named the feature. */
export function useHasFeature(feature: string): boolean {
  const client = useQueryClient();
  // The cache drops unused answers after a while.
  const wasNamed = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      wasNamed.current ||= hasFeature(client, feature);
      return wasNamed.current;
    },
  );
}

function featuresOf(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null || !('features' in answer)) return [];
  return Array.isArray(answer.features) ? answer.features : [];
}
