import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** `YYYY-MM`, in UTC. */
const month = v.string();

/**
 * What became of failed payments: the store collected it without or after a reminder of ours, the customer canceled while
 * it failed, the store gave up, or it is still open. Together they are all of them.
 */
const results = v.object({
  by_store: count,
  after_reminder: count,
  canceled: count,
  given_up: count,
  open: count,
});
export type RecoveryResults = v.InferOutput<typeof results>;

/** `medianDays` are whole days from the failure to the recovery; null if none is recovered. */
const part = { results, medianDays: v.nullable(v.number()) };

/** Payments that failed from the beginning of one month to the end of another. */
const cohorts = v.object({ from: month, until: month, ...part });
export type Cohorts = v.InferOutput<typeof cohorts>;

export const failingStages = ['grace_period', 'billing_retry', 'on_hold'] as const;

const risk = v.object({
  /** Open payments with a known amount, in minor units of each currency, as cents or yen. */
  currencies: v.array(v.object({ currency: v.string(), payments: count, minor: v.number() })),
  /** All of them in US dollars, without those that are not converted. */
  dollars: v.number(),
  notConverted: count,
  /** Open payments whose store says no price: in no sum. */
  withoutPrice: count,
});
export type Risk = v.InferOutput<typeof risk>;

/**
 * Subscriptions that ended in a month. Voluntary: the customer canceled, did not accept a new price, or got the money
 * back. Involuntary: the payment failed to the end. Other: it was ended from our side, or the store says no more.
 */
const losses = v.object({
  month,
  voluntary: count,
  involuntary: count,
  other: count,
  /** The store was never asked why. */
  unknown: count,
});
export type Losses = v.InferOutput<typeof losses>;

const figures = v.object({
  /** Months that ended more than 60 days ago: the twelve newest. */
  closed: v.object({
    ...cohorts.entries,
    /** Each with at least one payment; the newest month first, the others by their number of payments. */
    months: v.array(v.object({ month, ...part })),
    stores: v.array(v.object({ platform: v.string(), ...part })),
    /** At most `MAX_PLANS`. */
    plans: v.array(v.object({ productId: v.string(), ...part })),
    /** The last failing state that the store told; null: it was never asked. */
    stages: v.array(v.object({ stage: v.nullable(v.picklist(failingStages)), ...part })),
  }),
  /** The later months. */
  open: v.object({ ...cohorts.entries, months: v.array(v.object({ month, ...part })) }),
  risk,
  /** The last twelve months with losses, newest first. */
  losses: v.array(losses),
});
export type RecoveryFigures = v.InferOutput<typeof figures>;

export const MAX_PLANS = 50;

/**
 * GET /admin/subscriptions/recovery-figures: what became of failed payments, and what is at risk. Payments of deleted
 * accounts are in no figure. Needs `recovery:read`.
 */
export const readRecoveryFigures = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/recovery-figures',
  answer: v.object({ ...envelope, ...counted, data: figures }),
  reshape: (body) => ({ ...reshapeEnvelope(body), ...reshapeCounted(body), data: asObject(body).data }),
});
