import { endpoint } from '../endpoint.ts';
import { messageAnswer, reshapeEnvelope } from '../envelope.ts';

/**
 * GET /admin/subscriptions/stats-export: a CSV file with every month of the statistics, newest first. It has no
 * envelope. A file that ends early breaks the connection. Needs `statistics:export`.
 */
export const exportStatistics = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/stats-export',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
