import { useEffect, useRef } from 'react';
import { type FailedPayments, PAYMENTS_PER_PAGE, type paymentFeatures } from '#contract/payments/list.ts';
import type { Filters, ListState } from '../ui/list/list-state.ts';
import type { ChangeList } from '../ui/list/use-list-state.ts';
import { hasFeature } from './payment-queries.ts';

export type Offers = Readonly<Record<keyof typeof paymentFeatures, boolean>>;

const nothing: Offers = { pages: false, filters: false, checks: false, export: false, deadlines: false };

/**
 * What the provider offers, by its last answer, also while another page loads. What it does not offer leaves the
 * address.
 */
export function useOffers(
  answer: FailedPayments | undefined,
  [{ keyword, page, pageSize, filters: chosen }, change]: [ListState, ChangeList],
): Offers {
  const latest = useRef<Offers>(nothing);
  if (answer) {
    latest.current = {
      pages: hasFeature(answer, 'pages'),
      filters: hasFeature(answer, 'filters'),
      checks: hasFeature(answer, 'checks'),
      export: hasFeature(answer, 'export'),
      deadlines: hasFeature(answer, 'deadlines'),
    };
  }
  const { pages, filters, deadlines } = latest.current;
  const isFiltered = keyword !== '' || pageSize !== PAYMENTS_PER_PAGE || Object.keys(chosen).length > 0;
  const isUnknown = answer !== undefined && !filters && (isFiltered || (!pages && page > 1));
  const isUnknownOrder = answer !== undefined && filters && !deadlines && chosen.sort === 'deadline';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is made anew for each address
  useEffect(() => {
    if (isUnknown) {
      change({ keyword: '', page: 1, pageSize: PAYMENTS_PER_PAGE, filters: {} }, { replace: true });
    } else if (isUnknownOrder) change({ filters: withoutOrder(chosen) }, { replace: true });
  }, [isUnknown, isUnknownOrder]);
  return latest.current;
}

function withoutOrder({ sort: _sort, order: _order, ...others }: Filters): Filters {
  return others;
}
