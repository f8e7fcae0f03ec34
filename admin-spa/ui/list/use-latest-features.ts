import { useRef } from 'react';

/** Those of the last answer, while another page loads. */
export function useLatestFeatures(features: readonly string[] | undefined): readonly string[] {
  const latest = useRef<readonly string[]>([]);
  if (features) latest.current = features;
  return latest.current;
}
