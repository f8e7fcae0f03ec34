import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFeature } from '../shell/features.ts';
import { QueryStates } from '../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { findFeature } from './queries.ts';

type Props = {
  feature: string;
  title: string;
  /** Instead of the screen, if the server lacks the feature. */
  otherwise: string;
  /** An answer that names the feature; the newest users name those of the account. */
  load?: () => Promise<unknown>;
  children: ReactNode;
};

/** A screen that only some servers offer. */
export function Offered({ feature, title, otherwise, load, children }: Props) {
  const client = useQueryClient();
  const isKnown = hasFeature(client, feature);
  const query = useQuery({
    queryKey: ['feature', feature],
    queryFn: load ? () => load().then(() => hasFeature(client, feature)) : () => findFeature(client, feature),
    enabled: !isKnown,
  });
  useErrorToast(query.error, query.errorUpdatedAt);
  if (isKnown || query.data) return children;
  return (
    <>
      <header className="screen-head">
        <h1>{title}</h1>
      </header>
      <QueryStates
        query={query}
        failure="This screen couldn’t be loaded."
        isLoaded={query.data !== undefined}
      >
        {query.data === false && <p className="card empty">{otherwise}</p>}
      </QueryStates>
    </>
  );
}
