import * as v from 'valibot';
import { signedInUser } from './authentication.ts';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from './envelope.ts';
import { ownPasswordMessages } from './messages.ts';
import { asObject } from './schema/coerce.ts';

/** One sign-in on one device. Times are ISO 8601 with a zone. */
export const session = v.object({
  id: v.string(),
  createdAt: v.string(),
  /** The last refresh of its tokens, so up to 15 minutes late. */
  lastUsedAt: v.string(),
  expiresAt: v.string(),
  /** Browser and system, such as "Firefox on Linux"; empty if unknown. */
  userAgent: v.string(),
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof session>;

const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/**
 * GET /admin/account: the signed-in user and their sessions: the current one, then the last used first. Needs
 * `account:read`.
 */
export const readAccount = endpoint({
  method: 'GET',
  path: '/admin/account',
  answer: v.object({
    ...envelope,
    data: v.object({ user: signedInUser.schema, sessions: v.array(session) }),
  }),
  reshape,
});

/** POST /admin/account/sign-out-everywhere: ends every session of the user, this one too. Needs `account:read`. */
export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/admin/account/sign-out-everywhere',
  answer: v.object({ ...envelope, data: v.object({ ended: v.number() }) }),
  reshape,
});

/** POST /admin/account/sessions/:id/end. 404 for another user's session and for an ended one. Needs `account:read`. */
export const endOwnSession = endpoint({
  method: 'POST',
  path: '/admin/account/sessions/:id/end',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

function nonEmpty(message: string) {
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message)), '');
}

/**
 * POST /admin/account/password: ends the other sessions. 422 for a wrong current password or a new one that breaks a
 * rule, 429 with Retry-After after too many wrong ones. Needs `account:read`.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/admin/account/password',
  body: v.object({
    currentPassword: nonEmpty(ownPasswordMessages.currentPassword),
    password: nonEmpty(ownPasswordMessages.password),
    confirmPassword: nonEmpty(ownPasswordMessages.confirmPassword),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
