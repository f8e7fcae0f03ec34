import * as v from 'valibot';
import { auditEntry } from '../audit.ts';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import * as ofPurchase from '../purchases/timeline.ts';
import { asObject, firstList } from '../schema/coerce.ts';

/** "Monthly" for `mealwright.monthly`. */
const plan = v.string();

export const userTimelineEntry = v.union([
  ofPurchase.check,
  v.object({
    ...ofPurchase.failure.entries,
    plan,
    /** Null while it is not recovered. `by`: null if the store collected it without a check of an administrator. */
    recovered: v.nullable(v.object({ at: v.string(), by: v.nullable(v.string()) })),
  }),
  v.object({ ...ofPurchase.charge.entries, plan }),
  v.object({ ...ofPurchase.refund.entries, plan }),
  ofPurchase.reminder,
  ofPurchase.courtesy,
  ofPurchase.courtesyEnd,
  v.object({ ...ofPurchase.note.entries, id: v.number() }),
  /** An entry of the audit log that is not one of the others here. */
  v.object({
    kind: v.literal('change'),
    at: v.string(),
    by: auditEntry.entries.by,
    action: auditEntry.entries.action,
    changes: auditEntry.entries.changes,
  }),
]);
export type UserTimelineEntry = v.InferOutput<typeof userTimelineEntry>;

/**
 * GET /admin/users/:userId/timeline: what happened to a user, newest first, 20 entries: charges, refunds, failed
 * renewals, checks, reminders, courtesy access, notes and other changes. `before` is `older` of the answer before. Needs
 * `users:read-timeline`. 404 for an unknown user.
 */
export const readUserTimeline = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/timeline',
  query: ofPurchase.timelineQuery,
  answer: v.object({
    ...envelope,
    data: v.object({
      entries: v.array(userTimelineEntry),
      /** Where the older ones begin; null if there are none. */
      older: v.nullable(v.string()),
    }),
  }),
  reshape: (body) => {
    const { entries, older = null } = asObject(asObject(body).data);
    // A newer provider may have other kinds.
    const known = firstList(entries)?.filter((sent) => v.is(userTimelineEntry, sent));
    return { ...reshapeEnvelope(body), data: { entries: known, older } };
  },
});
