import { sql } from 'kysely';
import type { RefundObstacle, RefundPreference, RefundRequest } from '#contract/refunds.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { type RequestRow, readListed, readRequest, usedPart } from './list.ts';

/** The holder of this lock decides: a person, or the rule. False if the request is gone. */
export async function lockRequest(transaction: Db, id: number): Promise<boolean> {
  const locked = await transaction
    .selectFrom('refund_requests')
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

const obstacles: Readonly<Record<RefundObstacle, string>> = {
  no_consent: 'The customer hasn’t agreed that Apple is told about their purchase, so no answer can be sent.',
  unknown_purchase: 'We know no charge for this order, so no answer can be sent.',
  no_order: 'The store didn’t say which order it asks about, so no answer can be sent.',
};

/**
 * Stores the answer of an administrator; the queue sends it. Throws 404, 409 if it is too late or nothing can be sent, and
 * 422 for a preference that the store does not have.
 */
export async function answerRequest(
  db: Db,
  { id, preference, actor }: { id: number; preference: RefundPreference; actor: Actor & { id: number } },
  now: Date,
): Promise<RefundRequest> {
  return db.transaction().execute(async (transaction) => {
    await lockRequest(transaction, id);
    const row = await readRequest(transaction, id, now);
    if (!row) throw new Problem(404, 'Refund request not found.');
    if (row.state !== 'open') throw new Problem(409, toRefusal(row));
    if (row.obstacle) throw new Problem(409, obstacles[row.obstacle]);
    if (preference === 'grant_prorated' && row.platform === 'android')
      throw new Problem(422, 'Google Play refunds all of an order or nothing. Choose another answer.');
    await storeAnswer(transaction, { row, preference, actor }, now);
    const listed = await readListed(transaction, id, now);
    if (!listed) throw new Error('A locked request is gone.');
    return listed;
  });
}

function toRefusal({ state, by_rule, answered_by }: RequestRow): string {
  switch (state) {
    case 'sending':
    case 'answered':
      return `This request was answered by ${by_rule ? 'the rule' : answered_by}. Only the first answer counts.`;
    case 'refused':
      return 'The store refused the answer to this request.';
    case 'unanswered':
      return 'The time for an answer is over.';
    default:
      return 'The store has already decided.';
  }
}

/** Fixes the answer. The request is locked, open, and has no obstacle. `actor`: an administrator, or housekeeping for the rule. */
export async function storeAnswer(
  transaction: Db,
  { row, preference, actor }: { row: RequestRow; preference: RefundPreference; actor: Actor },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('refund_requests')
    .set({
      preference,
      answer: JSON.stringify(toBody(row, preference, now)),
      answered_at: now,
      by_rule: actor.kind !== 'administrator',
      ...(actor.kind === 'administrator' ? { answered_by: actor.id } : {}),
      due_at: now,
      generation: sql`generation + 1`,
      attempts: 0,
      given_up_at: null,
    })
    .where('id', '=', row.id)
    .execute();
  const changes = [{ field: `refund_answer_${row.platform}`, from: row.order_id, to: preference }];
  const entry = { actor, action: 'refund_answered', userId: row.user_id, changes } as const;
  await writeAuditEntry(transaction, entry, now);
}

/**
 * What is sent, and only what is known. Apple: ConsumptionRequest, which has no consumption percentage for a subscription.
 * Google: OrdersReviewRefundRequest, whose percentage is the part of the paid time that has passed, in thousandths.
 */
function toBody(row: RequestRow, preference: RefundPreference, now: Date): object {
  const sampleContentProvided = row.had_trial ?? false;
  if (row.platform === 'android') {
    const used = usedPart(row, now);
    return {
      pendingRefundToken: row.store_token,
      sampleContentProvided,
      refundPreference: preference === 'decline' ? 'DECLINE' : preference === 'grant' ? 'APPROVE' : 'NEUTRAL',
      ...(used === null ? {} : { consumptionPercentageMilliunits: Math.floor(used * 100_000) }),
    };
  }
  const refundPreference = applePreferences[preference];
  return {
    customerConsented: true,
    // A charge of the customer's own subscription is booked, and gave them access.
    deliveryStatus: 'DELIVERED',
    sampleContentProvided,
    ...(refundPreference ? { refundPreference } : {}),
  };
}

const applePreferences: Readonly<Record<RefundPreference, string | null>> = {
  decline: 'DECLINE',
  grant: 'GRANT_FULL',
  grant_prorated: 'GRANT_PRORATED',
  no_preference: null,
};
