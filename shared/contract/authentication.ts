import * as v from 'valibot';
import { INVALID_EMAIL, readEmailAddress } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from './envelope.ts';
import { DELETION_WORD, mailFormMessages } from './messages.ts';
import { asObject, firstPresent, toIdentifier, toText, toTexts } from './schema/coerce.ts';
import { field, identifierSchema, record, required, text } from './schema/record.ts';

/** The signed-in user, as the browser stores it under `auth_user`. */
export const signedInUser = record({
  id: field(v.nullable(identifierSchema), ({ id }) => toIdentifier(id)),
  first_name: text('first_name', 'firstName'),
  last_name: text('last_name', 'lastName'),
  email: required(text('email')),
  role: text('role'),
});
export type SignedInUser = v.InferOutput<typeof signedInUser.schema>;

const token = v.pipe(v.string(), v.minLength(1));

/** What a sign-in gives. `capabilities`: those of `capabilities.ts`, and maybe newer ones. */
export const signedIn = {
  schema: v.object({
    tokens: v.object({ token, refreshToken: token }),
    user: v.nullable(signedInUser.schema),
    capabilities: v.array(v.string()),
  }),
  read(value: unknown) {
    const data = asObject(value);
    return {
      tokens: data.tokens,
      user: signedInUser.read(data.user),
      capabilities: toTexts(data.capabilities),
    };
  },
};

/** How a browser reaches an authenticator. */
export const passkeyTransports = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

export const passkeyDescriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.exactOptional(v.array(v.picklist(passkeyTransports))),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3, as far as we use it. Bytes are base64url. */
export const passkeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.picklist(['required', 'preferred', 'discouraged']),
  allowCredentials: v.array(passkeyDescriptor),
});
export type PasskeyRequest = v.InferOutput<typeof passkeyRequest>;

/** Stands between the two steps of a sign-in. It opens nothing but the second step. */
const signInChallenge = v.object({
  token,
  /** In the order in which to offer them. */
  methods: v.array(v.picklist(['passkey', 'totp', 'recovery_code'])),
  /** Null without a passkey. */
  passkey: v.nullable(passkeyRequest),
  /** ISO 8601 with a zone. */
  expiresAt: v.string(),
});
export type SignInChallenge = v.InferOutput<typeof signInChallenge>;

/**
 * POST /auth/admin-login: tokens, or a challenge for someone with a second factor; never both. 401 with the same message
 * for every reason, 429 if rate limited.
 */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/auth/admin-login',
  body: v.object({
    // A text that is no address is refused like an unknown one.
    email: v.pipe(
      v.string(),
      v.transform((text) => readEmailAddress(text) ?? text.trim()),
    ),
    password: v.string(),
    rememberMe: v.optional(v.boolean(), false),
  }),
  answer: v.object({
    ...envelope,
    data: v.union([signedIn.schema, v.object({ challenge: signInChallenge })]),
  }),
  reshape: (body) => {
    const { data } = asObject(body);
    const { challenge, tokens } = asObject(data);
    const isFirstStep = tokens === undefined && challenge !== undefined;
    return { ...reshapeEnvelope(body), data: isFirstStep ? { challenge } : signedIn.read(data) };
  },
});

/**
 * POST /auth/refresh-token: a new access token, and a new refresh token if the provider rotates. `capabilities` is null
 * if the provider does not say.
 */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  body: v.object({ refreshToken: v.string() }),
  answer: v.object({
    ...envelope,
    data: v.object({
      token,
      refreshToken: v.nullable(token),
      capabilities: v.nullable(v.array(v.string())),
    }),
  }),
  reshape: (body) => {
    const data = asObject(body).data;
    const inner = asObject(data);
    const tokens = asObject(inner.tokens);
    const access =
      typeof data === 'string'
        ? data
        : (firstPresent(inner, 'token', 'accessToken', 'access_token') ??
          firstPresent(tokens, 'token', 'accessToken', 'access_token'));
    const names = ['refreshToken', 'refresh_token'];
    return {
      ...reshapeEnvelope(body),
      data: {
        token: access,
        refreshToken: toText(firstPresent(inner, ...names) ?? firstPresent(tokens, ...names)) || null,
        capabilities: Array.isArray(inner.capabilities) ? toTexts(inner.capabilities) : null,
      },
    };
  },
});

/** POST /admin/logout: ends the session. */
export const logout = endpoint({
  method: 'POST',
  path: '/admin/logout',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

function nonEmpty(message: string, maxLength = Number.POSITIVE_INFINITY) {
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message), v.maxLength(maxLength)), '');
}

/** An address as `readEmailAddress` writes it. A missing one has the message of an empty one. */
export function emailAddress(required: string, invalid = INVALID_EMAIL) {
  const read = v.pipe(v.string(required), v.regex(/\S/, required), v.transform(readEmailAddress));
  return v.optional(v.pipe(read, v.nonNullable(v.nullable(v.string()), invalid)), '');
}

/** Our tokens are shorter: 256 bits as text. */
const TOKEN_MAX_LENGTH = 500;

/** POST /auth/forgot-password: the same answer in the same time for known and unknown addresses; 422 for none. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  body: v.object({ email: emailAddress(mailFormMessages.email) }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/**
 * POST /auth/reset-password: consumes the token. 400 for an unknown, used, replaced or expired one, 422 for a
 * password that breaks a rule, 429 if rate limited.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  body: v.object({
    token: nonEmpty(mailFormMessages.resetToken, TOKEN_MAX_LENGTH),
    password: nonEmpty(mailFormMessages.passwords),
    confirmPassword: nonEmpty(mailFormMessages.passwords),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /auth/delete-account-request: mails a link. The answer is the same for every address; 422 for none. */
export const requestDeletion = endpoint({
  method: 'POST',
  path: '/auth/delete-account-request',
  body: v.object({
    email: emailAddress(mailFormMessages.email),
    reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000)))),
    confirmation: v.optional(
      v.pipe(v.string(mailFormMessages.confirmation), v.value(DELETION_WORD, mailFormMessages.confirmation)),
      '',
    ),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /auth/verify-delete-account-request: 400 as for a reset, 409 for the last administrator. */
export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/auth/verify-delete-account-request',
  body: v.object({ token: nonEmpty(mailFormMessages.deletionToken, TOKEN_MAX_LENGTH) }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
