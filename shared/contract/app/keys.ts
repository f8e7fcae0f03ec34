import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { asObject, firstList } from '../schema/coerce.ts';
import { calendarDay } from '../schema/day.ts';
import { removeInvisible, toOneLine } from '../text.ts';

/** The keys of the app's backend. These calls need `app-keys:manage`. */

/** What a key of the app's backend may do, as resource and verb. */
export const appScopes = [
  'users:read',
  'users:write',
  'recipes:read',
  'purchases:write',
  'entitlements:read',
] as const;
export type AppScope = (typeof appScopes)[number];

export const MAX_KEY_NAME_LENGTH = 60;
export const DEFAULT_REQUESTS_PER_MINUTE = 600;
const MAX_REQUESTS_PER_MINUTE = 100_000;

const appKeyStates = ['active', 'expired', 'revoked'] as const;

const appKey = v.object({
  id: v.number(),
  name: v.string(),
  scopes: v.array(v.picklist(appScopes)),
  requestsPerMinute: v.number(),
  /** All times are ISO 8601 with a zone. */
  madeAt: v.string(),
  /** Name and e-mail of an administrator, or "Command line". */
  madeBy: v.string(),
  /** To the minute. Null: never. */
  lastUsedAt: v.nullable(v.string()),
  /** The last day on which it works, in UTC, as `YYYY-MM-DD`. Null: it does not expire. */
  expiresOn: v.nullable(v.string()),
  state: v.picklist(appKeyStates),
  /** Until then an older secret of a key that was rolled works, too. Null without one. */
  olderSecretEndsAt: v.nullable(v.string()),
});
export type AppKey = v.InferOutput<typeof appKey>;

const BAD_LIMIT = 'Enter a whole number from 1 to 100,000';

export const newAppKey = v.object({
  name: v.pipe(
    v.string('Name is required'),
    // The name tells keys apart, in the log and in the audit, too.
    v.transform((name) => toOneLine(removeInvisible(name))),
    v.minLength(1, 'Name is required'),
    v.maxLength(MAX_KEY_NAME_LENGTH, `A name can have at most ${MAX_KEY_NAME_LENGTH} characters`),
  ),
  scopes: v.pipe(
    v.array(
      v.picklist(appScopes, `A scope must be one of ${appScopes.join(', ')}`),
      'Choose at least one scope',
    ),
    v.minLength(1, 'Choose at least one scope'),
  ),
  /** The last day, in UTC. Null or absent: it does not expire. */
  expiresOn: v.optional(v.nullable(calendarDay), null),
  requestsPerMinute: v.optional(
    v.pipe(
      v.number(BAD_LIMIT),
      v.integer(BAD_LIMIT),
      v.minValue(1, BAD_LIMIT),
      v.maxValue(MAX_REQUESTS_PER_MINUTE, BAD_LIMIT),
    ),
    DEFAULT_REQUESTS_PER_MINUTE,
  ),
});
export type NewAppKey = v.InferInput<typeof newAppKey>;

/** The secret is in no other answer. */
const secretAnswer = v.object({ ...envelope, data: v.object({ id: v.number(), secret: v.string() }) });
const reshapeSecret = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/** GET /admin/app-keys: the keys that are not revoked by name, then the revoked ones, the latest first. */
export const listAppKeys = endpoint({
  method: 'GET',
  path: '/admin/app-keys',
  answer: v.object({ ...envelope, data: v.array(appKey) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: firstList(asObject(body).data) }),
});

/** POST /admin/app-keys: makes a key. 409 for the name of a key that is not revoked, 422. */
export const makeAppKey = endpoint({
  method: 'POST',
  path: '/admin/app-keys',
  body: newAppKey,
  answer: secretAnswer,
  reshape: reshapeSecret,
});

/**
 * POST /admin/app-keys/:id/roll: a second secret. The first one works for 24 more hours. 404, 409 for a key that is revoked
 * or has expired.
 */
export const rollAppKey = endpoint({
  method: 'POST',
  path: '/admin/app-keys/:id/roll',
  answer: secretAnswer,
  reshape: reshapeSecret,
});

/** POST /admin/app-keys/:id/revoke: it ends at once. 404, 409 for a key that is revoked. */
export const revokeAppKey = endpoint({
  method: 'POST',
  path: '/admin/app-keys/:id/revoke',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
