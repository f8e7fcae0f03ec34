import * as v from 'valibot';
import { signedInUser } from './authentication.ts';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from './envelope.ts';
import { ownPasswordMessages } from './messages.ts';
import { fields } from './schema/loose.ts';

/** What an answer names whose server has the calls below: the sign-in's, and that of every list and record. */
export const ACCOUNT_FEATURE = 'account';

/** One sign-in of one's own, on one device; times are ISO with zone. */
const session = v.object({
  id: v.string(),
  createdAt: v.string(),
  /** When its tokens were last refreshed, so up to 15 minutes late. */
  lastUsedAt: v.string(),
  /** When it ends however it is used. */
  expiresAt: v.string(),
  /** Browser and system in words, such as "Firefox on Linux"; empty where it did not say. */
  userAgent: v.string(),
  /** The one that asks. */
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof session>;

/** These calls are ours alone: no other provider's shapes to read. */
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: fields(body).data });

/** GET /admin/account: who is signed in, and their sessions, the one that asks first, then the last used first. */
export const readAccount = endpoint({
  method: 'GET',
  path: '/admin/account',
  answer: v.object({
    ...envelope,
    data: v.object({ user: signedInUser.schema, sessions: v.array(session) }),
  }),
  reshape,
});

/** POST /admin/account/sign-out-everywhere: ends every session of one's own, the one that asks included. */
export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/admin/account/sign-out-everywhere',
  answer: v.object({ ...envelope, data: v.object({ ended: v.number() }) }),
  reshape,
});

/** POST /admin/account/sessions/:id/end: ends one session of one's own. 404 for another user's session, and for one that has ended. */
export const endOwnSession = endpoint({
  method: 'POST',
  path: '/admin/account/sessions/:id/end',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** Of any length: the rule for passwords says what is too long. */
function filled(message: string) {
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message)), '');
}

/**
 * POST /admin/account/password: ends one's other sessions. 422 for a wrong current password and for a new one that
 * breaks a rule, each in words; 429 with Retry-After after too many wrong ones.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/admin/account/password',
  body: v.object({
    currentPassword: filled(ownPasswordMessages.currentPassword),
    password: filled(ownPasswordMessages.password),
    confirmPassword: filled(ownPasswordMessages.confirmPassword),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
