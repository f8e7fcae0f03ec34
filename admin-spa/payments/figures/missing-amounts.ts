import type { Risk } from '#contract/payments/figures.ts';
import { formatCount } from '../../ui/format/format.ts';

/** What is not in the sum. */
export function missingAmounts({ notConverted, withoutPrice }: Risk): string {
  const parts = [
    ...(notConverted > 0 ? [`${formatCount(notConverted)} not converted`] : []),
    ...(withoutPrice > 0 ? [`${formatCount(withoutPrice)} without a price`] : []),
  ];
  return parts.join(', ') || 'every open payment';
}
