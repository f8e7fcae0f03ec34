import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { calendarDay } from '../schema/day.ts';

/** The calls of administrators need `courtesy:grant`. */

export const MAX_COURTESY_DAYS = 90;
export const MAX_REASON_LENGTH = 500;

const courtesy = v.object({
  /** The last day, in UTC, as `YYYY-MM-DD`. */
  until: v.string(),
  reason: v.string(),
  /** ISO 8601 with a zone. */
  grantedAt: v.string(),
  /** Name and e-mail of the administrator. */
  grantedBy: v.string(),
});
export type Courtesy = v.InferOutput<typeof courtesy>;

const answer = v.object({ ...envelope, data: v.nullable(courtesy) });
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data ?? null });

/** GET /admin/users/:userId/courtesy-access: what is granted now; null without. 404 for an unknown user. */
export const readCourtesy = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/courtesy-access',
  answer,
  reshape,
});

/**
 * POST /admin/users/:userId/courtesy-access: replaces what is granted. 404, 409 for a deleted account, 422 for a day that
 * is past or more than 90 days ahead, and without a reason.
 */
export const grantCourtesy = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/courtesy-access',
  body: v.object({
    until: calendarDay,
    reason: v.pipe(
      v.string('A reason is required'),
      v.trim(),
      v.minLength(1, 'A reason is required'),
      v.maxLength(MAX_REASON_LENGTH, `A reason can have at most ${MAX_REASON_LENGTH} characters`),
    ),
  }),
  answer,
  reshape,
});

/** POST /admin/users/:userId/courtesy-access/revoke: ends it at once. 404, 409 if nothing is granted. */
export const revokeCourtesy = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/courtesy-access/revoke',
  answer,
  reshape,
});

export const entitlement = v.object({
  hasAccess: v.boolean(),
  by: v.nullable(v.picklist(['subscription', 'courtesy'])),
  /** ISO 8601 with a zone; null while it renews without an end that is known. */
  until: v.nullable(v.string()),
});

/**
 * GET /entitlements/:userId, with the scope `entitlements:read`: whether the user may use what a subscription pays
 * for; a suspended user may not. A purchase of a test account counts where the server accepts it. 404.
 */
export const readEntitlement = endpoint({
  method: 'GET',
  path: '/entitlements/:userId',
  answer: v.object({ ...envelope, data: entitlement }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
