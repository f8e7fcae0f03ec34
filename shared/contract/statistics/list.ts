import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope, reshapeFeatures } from '../envelope.ts';
import { asObject, firstList, toText } from '../schema/coerce.ts';
import { field, number, record } from '../schema/record.ts';

/**
 * Our months are `YYYY-MM`. Revenue is in US dollars with two decimals. `not_converted` is how many charges are not in it,
 * because their currency has no exchange rate; null if the provider does not say.
 */
const statisticsRow = record({
  month: field(v.string(), ({ month }) => toText(month) ?? ''),
  subscription_count: number('subscription_count'),
  total_revenue: number('total_revenue'),
  not_converted: number('not_converted'),
});
export type StatisticsRow = v.InferOutput<typeof statisticsRow.schema>;

const totals = v.object({ users: v.number(), recipes: v.number(), ingredients: v.number() });

/** Named by a provider whose months are `YYYY-MM`, so that they can be drawn and compared. */
export const MONTHS_FEATURE = 'months';

/** Named by a provider whose months say `not_converted`. */
export const NOT_CONVERTED_FEATURE = 'not-converted';

/** Named by a provider that has the call of `overview.ts`. */
export const OVERVIEW_FEATURE = 'overview';

/** GET /admin/subscriptions/stats, newest month first. */
export const subscriptionStatistics = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/stats',
  answer: v.object({
    ...envelope,
    ...counted,
    data: v.array(statisticsRow.schema),
    totals: v.nullable(totals),
    features: v.array(v.string()),
  }),
  reshape: (body) => {
    const features = reshapeFeatures(body);
    const unnamed = features.includes(NOT_CONVERTED_FEATURE) ? null : { not_converted: null };
    return {
      ...reshapeEnvelope(body),
      ...reshapeCounted(body),
      data: firstList(body, asObject(body).data)?.map((row) => ({ ...statisticsRow.read(row), ...unnamed })),
      totals: v.is(totals, asObject(body).totals) ? asObject(body).totals : null,
      features,
    };
  },
});
