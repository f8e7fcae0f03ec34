import { useEffect, useRef } from 'react';
import { type FailedPayments, PAYMENTS_PER_PAGE, paymentFeatures } from '#contract/payments/list.ts';
import type { ListState } from '../ui/list/list-state.ts';
import type { ChangeList } from '../ui/list/use-list-state.ts';
import { hasFeature, withoutUnknown } from './payment-queries.ts';

export type Offers = Readonly<Record<Exclude<keyof typeof paymentFeatures, 'figures' | 'stores'>, boolean>>;

const names = Object.keys(paymentFeatures) as (keyof Offers)[];

const toOffers = (has: (name: keyof Offers) => boolean) =>
  Object.fromEntries(names.map((name) => [name, has(name)])) as Offers;

/**
 * What the provider offers, by its last answer, also while another page loads. What it does not offer leaves the
 * address.
 */
export function useOffers(
  answer: FailedPayments | undefined,
  [{ keyword, page, pageSize, filters: chosen }, change]: [ListState, ChangeList],
): Offers {
  const latest = useRef(toOffers(() => false));
  if (answer) latest.current = toOffers((name) => hasFeature(answer, name));
  const { pages, filters } = latest.current;
  const isFiltered = keyword !== '' || pageSize !== PAYMENTS_PER_PAGE || Object.keys(chosen).length > 0;
  const isUnknown = answer !== undefined && !filters && (isFiltered || (!pages && page > 1));
  const known = withoutUnknown(chosen, latest.current);
  const isPartlyUnknown =
    answer !== undefined && filters && Object.keys(known).length < Object.keys(chosen).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is made anew for each address
  useEffect(() => {
    if (isUnknown) {
      change({ keyword: '', page: 1, pageSize: PAYMENTS_PER_PAGE, filters: {} }, { replace: true });
    } else if (isPartlyUnknown) change({ filters: known }, { replace: true });
  }, [isUnknown, isPartlyUnknown]);
  return latest.current;
}
