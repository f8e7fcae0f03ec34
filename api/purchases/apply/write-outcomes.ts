import type { Transaction, Updateable } from 'kysely';
import type { FailedPaymentsTable } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { toCheckResult } from '../outcome.ts';
import type { StoreAnswer } from '../store.ts';
import { toAccessUntil, toEnd, toFailing } from './access.ts';
import type { Purchase } from './lock.ts';

type AnsweredPurchase = { purchase: Purchase; answer: StoreAnswer; askedAt: Date };

/**
 * Outcome, deadline and access of failed payments that are neither settled nor ended; an end of the subscription ends
 * them.
 */
export async function writeOpen(
  transaction: Transaction<Database>,
  ids: readonly number[],
  { purchase, answer, askedAt }: AnsweredPurchase,
): Promise<void> {
  const { outcome, message } = toCheckResult(answer, { platform: purchase.platform, isSettled: false });
  await writePayments(transaction, ids, {
    last_outcome: outcome,
    last_message: message,
    last_checked_at: askedAt,
    ...toDeadlineColumns(answer),
    ...toEndColumns(answer, askedAt),
  });
}

/** The outcome of failed payments that an order has settled just now. */
export async function writeRecovered(
  transaction: Transaction<Database>,
  ids: readonly number[],
  { purchase, answer, askedAt }: AnsweredPurchase,
): Promise<void> {
  const { outcome, message } = toCheckResult(answer, { platform: purchase.platform, isSettled: true });
  await writePayments(transaction, ids, {
    last_outcome: outcome,
    last_message: message,
    last_checked_at: askedAt,
  });
}

async function writePayments(
  transaction: Transaction<Database>,
  ids: readonly number[],
  values: Updateable<FailedPaymentsTable>,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('failed_payments').set(values).where('id', 'in', ids).execute();
}

function toDeadlineColumns(answer: StoreAnswer): Updateable<FailedPaymentsTable> {
  if (answer.kind !== 'purchase') return { deadline_at: null, deadline_certainty: null, access_until: null };
  const { state } = answer.purchase;
  // What is new to us changes nothing.
  if (state.name === 'unrecognized') return {};
  const failing = toFailing(state);
  return {
    deadline_at: failing?.deadline.at ?? null,
    deadline_certainty: failing?.deadline.certainty ?? null,
    access_until: toAccessUntil(state) ?? null,
    ...(failing ? { stage: failing.stage } : {}),
  };
}

function toEndColumns(answer: StoreAnswer, askedAt: Date): Updateable<FailedPaymentsTable> {
  if (answer.kind === 'known_no_longer') return { ended_at: askedAt, end_cause: 'known_no_longer' };
  if (answer.kind !== 'purchase' || answer.purchase.state.name === 'unrecognized') return {};
  const end = toEnd(answer.purchase.state);
  return { ended_at: end?.at ?? null, end_cause: end?.cause ?? null };
}
