import { endpoint } from '../endpoint.ts';
import { messageAnswer, reshapeEnvelope } from '../envelope.ts';

/**
 * GET /admin/users/:userId/personal-data: a ZIP with everything that is held about one person, for an access request
 * (GDPR, article 15): a page to read, JSON, and a CSV file for each kind of record. It has no envelope. 404 for an unknown
 * user, 409 for an erased one. Needs `personal-data:export`.
 */
export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/personal-data',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
