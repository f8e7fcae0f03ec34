import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { fields, firstList, toText } from './schema/loose.ts';
import { field, number, record } from './schema/record.ts';

/** One month: `YYYY-MM` from us, shown as sent; revenue in US dollars with two decimals. */
const statisticsRow = record({
  month: field(v.string(), ({ month }) => toText(month) ?? ''),
  subscription_count: number('subscription_count'),
  total_revenue: number('total_revenue'),
});
export type StatisticsRow = v.InferOutput<typeof statisticsRow.schema>;

const totals = v.object({ users: v.number(), recipes: v.number(), ingredients: v.number() });

/** GET /admin/subscriptions/stats, newest month first. */
export const subscriptionStatistics = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/stats',
  answer: v.object({
    ...envelope,
    data: v.array(statisticsRow.schema),
    /** An extra of ours: counters for the dashboard. */
    totals: v.nullable(totals),
  }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    data: firstList(body, fields(body).data)?.map(statisticsRow.read),
    totals: v.is(totals, fields(body).totals) ? fields(body).totals : null,
  }),
});
