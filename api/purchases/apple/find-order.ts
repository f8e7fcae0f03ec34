import { OrderLookupStatus, Type } from '@apple/app-store-server-library';
import * as v from 'valibot';
import type { FindOrder, FoundOrder, OrderAnswer } from '../store.ts';
import {
  type AppleTransaction,
  isTransactionId,
  orderLookupSchema,
  transactionInfoSchema,
  transactionSchema,
} from './answers.ts';
import { acceptedEnvironments, askEach } from './environments.ts';
import { callApple, toAnswer } from './fault.ts';
import { toOrder } from './orders.ts';
import { type AppleServices, type AppleSession, openSession } from './session.ts';

/** The order number of a receipt, as in `MVXQ3N8B7D`. The library puts it into the path as it is. */
const ORDER_NUMBER = /^[A-Z\d]{4,32}$/;

/**
 * The number of Apple's receipt is not the transaction id: Apple answers with the transactions of the order. A number of
 * digits alone may be a transaction id. Apple looks up orders of its production only.
 */
export function createFindOrder(services: AppleServices): FindOrder {
  return async (number, signal) => {
    try {
      if (isTransactionId(number)) return await findTransaction(services, number, signal);
      const orderNumber = number.toUpperCase();
      if (!ORDER_NUMBER.test(orderNumber)) return { kind: 'unknown', raw: 'this isn’t an order number' };
      const session = openSession(services, 'production', signal);
      const { status, signedTransactions } = await callApple(
        session.client.lookUpOrderId(orderNumber),
        orderLookupSchema,
      );
      if (status !== OrderLookupStatus.VALID) {
        return { kind: 'unknown', raw: `${status} ${OrderLookupStatus[status] ?? ''}`.trim() };
      }
      return await readTransactions(session, signedTransactions);
    } catch (error) {
      return toOrderAnswer(services, error);
    }
  };
}

async function findTransaction(
  services: AppleServices,
  id: string,
  signal: AbortSignal,
): Promise<OrderAnswer> {
  return askEach<OrderAnswer>(acceptedEnvironments(services), 'found', async (environment) => {
    try {
      const session = openSession(services, environment, signal);
      const { signedTransactionInfo } = await callApple(
        session.client.getTransactionInfo(id),
        transactionInfoSchema,
      );
      return await readTransactions(session, [signedTransactionInfo]);
    } catch (error) {
      return toOrderAnswer(services, error);
    }
  });
}

/** An order may also have what is no subscription. */
async function readTransactions(
  { verifier, environment }: AppleSession,
  signedTransactions: readonly string[],
): Promise<OrderAnswer> {
  const orders: FoundOrder[] = [];
  for (const signed of signedTransactions) {
    const verified = await verifier.verifyAndDecodeTransaction(signed);
    if (verified.type !== Type.AUTO_RENEWABLE_SUBSCRIPTION) continue;
    const transaction = v.parse(transactionSchema, verified);
    const { price, refund, paidAt, paidUntil, id, productId } = toOrder(transaction);
    orders.push({
      ...{ price, refund, paidAt, paidUntil, id, productId, environment },
      key: transaction.originalTransactionId,
      accountToken: transaction.appAccountToken || null,
      rawState: toRawState(transaction),
    });
  }
  return { kind: 'found', orders };
}

/** A transaction has no state: `RENEWAL`, and `REFUND_FULL` or the like after it. */
function toRawState({ transactionReason, revocationDate, revocationType }: AppleTransaction): string {
  const reason = transactionReason ?? 'TRANSACTION';
  return revocationDate ? `${reason}, ${revocationType ?? 'REVOKED'}` : reason;
}

/** Throws a fault of ours. */
function toOrderAnswer(services: AppleServices, error: unknown): OrderAnswer {
  const answer = toAnswer(services, error);
  return answer.kind === 'not_now' ? answer : { kind: 'unknown', raw: answer.raw };
}
