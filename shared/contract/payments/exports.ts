import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { paymentListFilters, paymentListOrder } from './list.ts';

export const paymentExportQuery = v.object({
  keyword: listQuery.entries.keyword,
  ...paymentListFilters,
  ...paymentListOrder,
});
export type PaymentExportQuery = v.InferOutput<typeof paymentExportQuery>;

/**
 * GET /admin/failed-payment-export: a CSV file with every payment that the list shows for the same filters, in its order.
 * It has no envelope. A file that ends early breaks the connection. Needs `payments:export`.
 */
export const exportPayments = endpoint({
  method: 'GET',
  path: '/admin/failed-payment-export',
  query: paymentExportQuery,
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
