import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { reshapeUserAnswer, userAnswer } from './read.ts';

/**
 * POST /admin/users/:userId/suspend: ends the sessions too. 409 for the last administrator and a deleted account.
 * Needs `users:suspend`.
 */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/suspend',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** POST /admin/users/:userId/restore: ends a suspension. 409 for a deleted account. Needs `users:suspend`. */
export const restoreUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/restore',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/**
 * POST /admin/users/:userId/stop-deletion: opens the account again, as it was before. 409 if no deletion is under way
 * or the erasure has begun. Needs `users:stop-deletion`.
 */
export const stopDeletion = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/stop-deletion',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/**
 * POST /admin/users/:userId/end-sessions: the user can sign in again. 404 for an unknown user. Needs `sessions:end`.
 */
export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/end-sessions',
  answer: v.object({ ...envelope, data: v.object({ ended: v.number() }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
