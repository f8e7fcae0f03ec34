import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { fields, firstList, number, text } from './loose.ts';

/** One month: `YYYY-MM` from us, shown as sent; revenue in US dollars with two decimals. */
const statisticsRow = v.object({
  month: v.string(),
  subscription_count: v.nullable(v.number()),
  total_revenue: v.nullable(v.number()),
});
export type StatisticsRow = v.InferOutput<typeof statisticsRow>;

const totals = v.object({ users: v.number(), recipes: v.number(), ingredients: v.number() });

/** GET /admin/subscriptions/stats, newest month first. */
export const subscriptionStatistics = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/stats',
  answer: v.object({
    ...envelope,
    data: v.array(statisticsRow),
    /** An extra of ours: counters for the dashboard. */
    totals: v.nullable(totals),
  }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    data: firstList(body, fields(body).data)?.map((row) => ({
      month: text(fields(row).month) ?? '',
      subscription_count: number(fields(row).subscription_count),
      total_revenue: number(fields(row).total_revenue),
    })),
    totals: v.is(totals, fields(body).totals) ? fields(body).totals : null,
  }),
});
