import { useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { hasAccountFeature } from './account-feature.ts';

/** Whether any answer has named the feature. */
export function useHasAccountFeature(): boolean {
  const client = useQueryClient();
  // The cache drops unused answers after a while.
  const wasNamed = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      wasNamed.current ||= hasAccountFeature(client);
      return wasNamed.current;
    },
  );
}
