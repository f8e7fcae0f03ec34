import * as v from 'valibot';
import { passkeyDescriptor, passkeyRequest, signedIn } from './authentication.ts';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from './envelope.ts';
import { asObject } from './schema/coerce.ts';

const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

const base64url = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(20_000));
const credentialId = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(2_000));
/** `PublicKeyCredentialCreationOptionsJSON`, as far as we use it. */
const passkeyCreation = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  excludeCredentials: v.array(passkeyDescriptor),
  authenticatorSelection: v.object({
    residentKey: v.picklist(['required', 'preferred', 'discouraged']),
    requireResidentKey: v.boolean(),
    userVerification: v.picklist(['required', 'preferred', 'discouraged']),
  }),
  attestation: v.picklist(['none', 'direct', 'enterprise', 'indirect']),
});
export type PasskeyCreation = v.InferOutput<typeof passkeyCreation>;

/** `AuthenticationResponseJSON`. */
const assertion = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});
export type Assertion = v.InferOutput<typeof assertion>;

/** `RegistrationResponseJSON`. */
const registration = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.string()), []),
  }),
});
export type Registration = v.InferOutput<typeof registration>;

const code = v.pipe(v.string(), v.maxLength(100));

/**
 * POST /auth/second-factor: the second step of a sign-in whose first answer was a challenge; answers as the first step of
 * someone without a second factor. 401 for a wrong code, and with `data.reason` `challenge_ended` for a challenge that is
 * unknown, was used or is older than 5 minutes; 429 as the first step.
 */
export const secondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  body: v.object({
    challenge: v.string(),
    method: v.picklist(['passkey', 'totp', 'recovery_code']),
    code: v.optional(code),
    assertion: v.optional(assertion),
  }),
  answer: v.object({ ...envelope, data: signedIn.schema }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: signedIn.read(asObject(body).data) }),
});

/** Whether a second factor is asked for. `off` leaves out `/account/security`. */
export const secondFactorRequirements = ['off', 'optional', 'required'] as const;
export type SecondFactorRequirement = (typeof secondFactorRequirements)[number];

/** GET /admin/account/security: the second factor of the signed-in user. Needs `security:manage`, as all below. */
export const readSecurity = endpoint({
  method: 'GET',
  path: '/admin/account/security',
  answer: v.object({
    ...envelope,
    data: v.object({
      requirement: v.picklist(secondFactorRequirements),
      /** When the second factor must be set up, in ISO 8601; null if none is required, or there is one. */
      enrolBy: v.nullable(v.string()),
      totp: v.nullable(v.object({ addedAt: v.string() })),
      passkeys: v.array(
        v.object({
          id: v.number(),
          name: v.string(),
          addedAt: v.string(),
          lastUsedAt: v.nullable(v.string()),
        }),
      ),
      recoveryCodesLeft: v.number(),
      /** A passkey belongs to a domain: at an IP address there is none. */
      passkeysPossible: v.boolean(),
    }),
  }),
  reshape,
});

/** POST /admin/account/security/totp: a new secret, which counts when it is confirmed within 10 minutes. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/admin/account/security/totp',
  answer: v.object({ ...envelope, data: v.object({ secret: v.string(), uri: v.string() }) }),
  reshape,
});

/** The codes come once, with the first factor; null otherwise. */
const firstCodes = v.object({
  ...envelope,
  data: v.object({ recoveryCodes: v.nullable(v.array(v.string())) }),
});

/** POST /admin/account/security/totp/confirm: 422 for a wrong code, 409 without a secret that waits. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/admin/account/security/totp/confirm',
  body: v.object({ code }),
  answer: firstCodes,
  reshape,
});

/** POST /admin/account/security/totp/remove: 404 without one, 409 for the last factor where one is required. */
export const removeTotp = endpoint({
  method: 'POST',
  path: '/admin/account/security/totp/remove',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /admin/account/security/passkeys/options: what the browser makes a passkey with. 409 where none is possible. */
export const startPasskey = endpoint({
  method: 'POST',
  path: '/admin/account/security/passkeys/options',
  answer: v.object({ ...envelope, data: passkeyCreation }),
  reshape,
});

/** POST /admin/account/security/passkeys: 422 if the passkey can't be verified or the name breaks a rule. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/admin/account/security/passkeys',
  body: v.object({
    name: v.optional(
      v.pipe(
        v.string('Name is required'),
        v.regex(/\S/, 'Name is required'),
        v.maxLength(60, 'Name can have at most 60 characters'),
        v.trim(),
      ),
      '',
    ),
    credential: registration,
  }),
  answer: firstCodes,
  reshape,
});

/** POST /admin/account/security/passkeys/:id/remove: 404 for an unknown one, 409 as for TOTP. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/admin/account/security/passkeys/:id/remove',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /admin/account/security/recovery-codes: ten new ones; the old ones end. 409 without a second factor. */
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/account/security/recovery-codes',
  answer: v.object({ ...envelope, data: v.object({ recoveryCodes: v.array(v.string()) }) }),
  reshape,
});

/** POST /admin/step-up/options: how to prove again who one is; `password` only for someone without a second factor. */
export const readStepUpOptions = endpoint({
  method: 'POST',
  path: '/admin/step-up/options',
  answer: v.object({
    ...envelope,
    data: v.object({
      methods: v.array(v.picklist(['passkey', 'totp', 'password'])),
      passkey: v.nullable(passkeyRequest),
    }),
  }),
  reshape,
});

/** POST /admin/step-up: the calls that need a proof work for ten minutes. 422 for a wrong one, 429 as a sign-in. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/admin/step-up',
  body: v.object({
    method: v.picklist(['passkey', 'totp', 'password']),
    password: v.optional(v.string()),
    code: v.optional(code),
    assertion: v.optional(assertion),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** POST /admin/administrators/:id/reset-factor: removes every factor of a colleague and ends their sessions. 404, 409. */
export const resetFactor = endpoint({
  method: 'POST',
  path: '/admin/administrators/:id/reset-factor',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
