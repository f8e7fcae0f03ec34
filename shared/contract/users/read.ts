import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { money } from '../purchases/timeline.ts';
import { asObject, toNumber, toText } from '../schema/coerce.ts';
import { user } from './records.ts';

/** A confirmed deletion. Times are ISO 8601 with a zone. */
const deletion = v.object({
  requestedAt: v.string(),
  confirmedAt: v.string(),
  /** The erasure begins soon after. */
  dueAt: v.string(),
  /** Null while the deletion is under way. */
  erasedAt: v.nullable(v.string()),
});
export type Deletion = v.InferOutput<typeof deletion>;

/** What a subscription gives an app user, and what they paid. */
const customer = v.object({
  /** The plan, status and store of the newest subscription; null without one. */
  plan: v.nullable(v.string()),
  subscription_status: v.nullable(v.string()),
  platform: v.nullable(v.string()),
  /** What is paid for now; null without access. */
  access: v.nullable(
    v.object({
      by: v.picklist(['subscription', 'courtesy']),
      /** ISO 8601 with a zone; null if the store has not said yet when it ends or renews. */
      until: v.nullable(v.string()),
    }),
  ),
  /** What the stores collected, less refunds, by currency; in minor units. */
  paid: v.array(money),
  /** When the account was made: ISO 8601 with a zone. */
  since: v.string(),
  /** The app's own id. */
  externalId: v.optional(v.nullable(v.string()), null),
  /** A BCP 47 tag, as the app sent it. */
  locale: v.optional(v.nullable(v.string()), null),
});
export type Customer = v.InferOutput<typeof customer>;

/** Null if the provider does not count changes. */
const version = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

export const userAnswer = v.object({ ...envelope, data: v.nullable(user.schema), version });

export function reshapeUserAnswer(body: unknown) {
  return {
    ...reshapeEnvelope(body),
    data: user.read(asObject(body).data),
    version: toNumber(asObject(body).version),
  };
}

/** GET /admin/users/:userId. 404 for an unknown user; a provider may also send no data. */
export const readUser = endpoint({
  method: 'GET',
  path: '/admin/users/:userId',
  answer: v.object({
    ...userAnswer.entries,
    /** Null without one, and if the provider does not say. */
    deletion: v.nullable(deletion),
    /**
     * The UUID that the app hands to the store with a purchase. Null for administrators and deleted accounts. The
     * console shows it with `subscriptions:read`.
     */
    storeAccountToken: v.nullable(v.string()),
    /**
     * Null for administrators, and if the provider does not say. The console shows it with `subscriptions:read`.
     */
    customer: v.nullable(customer),
  }),
  reshape: (body) => {
    const data = asObject(body).data;
    const found = user.read(data) ?? user.read(asObject(data).data) ?? user.read(asObject(data).user);
    // An unreadable record must fail validation, and not look like an unknown user.
    const isAbsent = (data ?? null) === null || JSON.stringify(data) === '{}';
    return {
      ...reshapeUserAnswer(body),
      data: found ?? (isAbsent ? null : undefined),
      deletion: asObject(body).deletion ?? null,
      storeAccountToken: toText(asObject(body).storeAccountToken),
      customer: asObject(body).customer ?? null,
    };
  },
});
