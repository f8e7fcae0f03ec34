import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
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
    };
  },
});
