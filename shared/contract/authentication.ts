import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope, reshapeFeatures } from './envelope.ts';
import { DELETION_WORD, mailFormMessages } from './messages.ts';
import { fields, pick, toIdentifier, toText } from './schema/loose.ts';
import { field, identifierSchema, record, required, text } from './schema/record.ts';

/** Who is signed in, as the browser keeps it under `auth_user`. */
export const signedInUser = record({
  id: field(v.nullable(identifierSchema), ({ id }) => toIdentifier(id)),
  first_name: text('first_name', 'firstName'),
  last_name: text('last_name', 'lastName'),
  email: required(text('email')),
  role: text('role'),
});
export type SignedInUser = v.InferOutput<typeof signedInUser.schema>;

const token = v.pipe(v.string(), v.minLength(1));

/** POST /auth/admin-login: 401 with one message for every reason, 429 when limited. `rememberMe` may be missing. */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/auth/admin-login',
  body: v.object({ email: v.string(), password: v.string(), rememberMe: v.optional(v.boolean(), false) }),
  answer: v.object({
    ...envelope,
    data: v.object({
      tokens: v.object({ token, refreshToken: token }),
      user: v.nullable(signedInUser.schema),
    }),
    features: v.array(v.string()),
  }),
  reshape: (body) => {
    const data = fields(fields(body).data);
    return {
      ...reshapeEnvelope(body),
      data: { tokens: data.tokens, user: signedInUser.read(data.user) },
      features: reshapeFeatures(body),
    };
  },
});

/** POST /auth/refresh-token: the new access token, and the next refresh token where the provider rotates. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  body: v.object({ refreshToken: v.string() }),
  answer: v.object({
    ...envelope,
    data: v.object({ token, refreshToken: v.nullable(token) }),
  }),
  reshape: (body) => {
    const data = fields(body).data;
    const inner = fields(data);
    const tokens = fields(inner.tokens);
    const access =
      typeof data === 'string'
        ? data
        : (pick(inner, 'token', 'accessToken', 'access_token') ??
          pick(tokens, 'token', 'accessToken', 'access_token'));
    const names = ['refreshToken', 'refresh_token'];
    return {
      ...reshapeEnvelope(body),
      data: { token: access, refreshToken: toText(pick(inner, ...names) ?? pick(tokens, ...names)) || null },
    };
  },
});

/** POST /admin/logout: ends the session for good. */
export const logout = endpoint({
  method: 'POST',
  path: '/admin/logout',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

function filled(message: string, longest = Number.POSITIVE_INFINITY) {
  // One that is left out is as empty as an empty one.
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message), v.maxLength(longest)), '');
}

/** Longer than any address can be (RFC 5321). */
const ADDRESS = 320;
/** Characters. Tokens in mails are 256 bits as text: a longer one is none of ours. */
const TOKEN = 500;

/** POST /auth/forgot-password: the same answer in the same time whether the address is known or not. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  body: v.object({ email: filled(mailFormMessages.email, ADDRESS) }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/**
 * POST /auth/reset-password: uses the token up; 400 for one that is unknown, used, replaced or too old, 422 for a
 * password that breaks a rule, 429 when limited.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  body: v.object({
    token: filled(mailFormMessages.resetToken, TOKEN),
    // Of any length: the rule for passwords says what is too long.
    password: filled(mailFormMessages.passwords),
    confirmPassword: filled(mailFormMessages.passwords),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /auth/delete-account-request: sends a mail with a link; the same answer for any address. */
export const requestDeletion = endpoint({
  method: 'POST',
  path: '/auth/delete-account-request',
  body: v.object({
    email: filled(mailFormMessages.email, ADDRESS),
    reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000)))),
    confirmation: v.optional(
      v.pipe(v.string(mailFormMessages.confirmation), v.value(DELETION_WORD, mailFormMessages.confirmation)),
      '',
    ),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /auth/verify-delete-account-request: uses the token up; 400 as for a reset, 409 for the last administrator. */
export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/auth/verify-delete-account-request',
  body: v.object({ token: filled(mailFormMessages.deletionToken, TOKEN) }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
