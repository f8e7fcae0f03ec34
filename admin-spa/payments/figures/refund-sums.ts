import type { RefundFigures } from '#contract/refunds.ts';

export type RefundSum = Pick<
  RefundFigures,
  'requests' | 'answeredInTime' | 'granted' | 'declined' | 'refunded'
>;

const nothing: RefundSum = { requests: 0, answeredInTime: 0, granted: 0, declined: 0, refunded: 0 };

export function sumRefunds(figures: readonly RefundSum[]): RefundSum {
  return figures.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      answeredInTime: sum.answeredInTime + one.answeredInTime,
      granted: sum.granted + one.granted,
      declined: sum.declined + one.declined,
      refunded: sum.refunded + one.refunded,
    }),
    nothing,
  );
}

/** The sum of each part, the most requests first. */
export function sumBy(
  figures: readonly RefundFigures[],
  nameOf: (one: RefundFigures) => string,
): readonly (RefundSum & { name: string })[] {
  const sums = new Map<string, RefundSum>();
  for (const one of figures) {
    const name = nameOf(one);
    sums.set(name, sumRefunds([sums.get(name) ?? nothing, one]));
  }
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((one, other) => other.requests - one.requests);
}
