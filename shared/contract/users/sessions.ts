import * as v from 'valibot';
import { session } from '../account.ts';
import { endpoint } from '../endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

/** These calls need `sessions:end`. */

/** GET /admin/users/:userId/sessions: the open ones, last used first. 404 for an unknown user. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/sessions',
  answer: v.object({ ...envelope, data: v.array(session) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/** POST /admin/users/:userId/sessions/:sessionId/end. 404 for a session of another user and for an ended one. */
export const endSession = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/sessions/:sessionId/end',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
