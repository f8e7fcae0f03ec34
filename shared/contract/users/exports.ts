import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { userListFilters } from './list.ts';

const exportQuery = v.object({ keyword: listQuery.entries.keyword, ...userListFilters });
export type UserExportQuery = v.InferOutput<typeof exportQuery>;

/**
 * GET /admin/user-export: a CSV file with every user that the list shows for the same filters, in its order. It has no
 * envelope. A file that ends early breaks the connection. Needs `users:export`.
 */
export const exportUsers = endpoint({
  method: 'GET',
  path: '/admin/user-export',
  query: exportQuery,
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
