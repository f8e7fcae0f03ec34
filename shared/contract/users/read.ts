import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope, reshapeFeatures } from '../envelope.ts';
import { asObject, toNumber, toText } from '../schema/coerce.ts';
import { user } from './records.ts';

export const userFeatures = {
  suspend: 'suspend',
  /** The call that stops a deletion under way. */
  stopDeletion: 'stop-deletion',
  audit: 'audit',
  /** The calls of `notes.ts`. */
  notes: 'notes',
  /** The call of `personal-data.ts`. */
  personalData: 'personal-data',
  /** Updates send `version`. */
  version: 'version',
  /** `page`, `pageSize` and `total` of the subscription history, of the audit log and of the notes. */
  pages: 'history-pages',
  /** The call of the charges of a subscription. */
  charges: 'charges',
  /** Charges have their own currency, refunds, and no amount in US dollars while there is no exchange rate. */
  currencies: 'charge-currencies',
  /** `userId` of the list of failed payments. */
  payments: 'user-payments',
  /** The calls of `courtesy.ts`: an app's backend asks about access. */
  courtesy: 'courtesy-access',
  /** `storeAccountToken` of the user. Only for app users whose account is not deleted. */
  storeAccount: 'store-account',
  /** The calls of `sessions.ts`. Only for administrators: app users have no sessions here. */
  sessionList: 'session-list',
  /** To end all of them. Only for administrators other than oneself. */
  sessions: 'sessions',
} as const;

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
    /** The UUID that the app hands to the store with a purchase. Needs the feature `store-account`; null without it. */
    storeAccountToken: v.nullable(v.string()),
    features: v.array(v.string()),
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
      features: reshapeFeatures(body),
    };
  },
});
