import type { EndCause, Order, PurchaseState, Question, StoreAnswer, StorePurchase } from '../store.ts';
import { getSandboxPrice } from './life.ts';
import type { SandboxState } from './token.ts';

const DAY_MS = 86_400_000;
const GRACE_DAYS = 16;
const RETRY_DAYS = 60;

type Asked = { question: Question; date: Date; now: Date };

const endCauses = {
  'expired-canceled': { kind: 'customer', raw: 'canceled' },
  'expired-billing_error': { kind: 'billing', raw: 'billing_error' },
  'expired-price_increase': { kind: 'price_increase', raw: 'price_increase' },
  'expired-product_unavailable': { kind: 'product_unavailable', raw: 'product_unavailable' },
  'expired-replaced': { kind: 'replaced', raw: 'replaced' },
} as const satisfies Partial<Record<SandboxState, EndCause>>;

/** The same question at the same time has the same answer. `date` belongs to the state. */
export function toSandboxAnswer(name: SandboxState, asked: Asked): StoreAnswer {
  switch (name) {
    case 'unknown':
      return { kind: 'never_known', raw: 'unknown' };
    case 'known_no_longer':
      return { kind: 'known_no_longer', raw: 'known_no_longer' };
    case 'unreachable':
      return { kind: 'not_now', because: 'it didn’t answer', until: null };
    default:
      return { kind: 'purchase', purchase: toPurchase(name, asked) };
  }
}

type Known = Exclude<SandboxState, 'unknown' | 'known_no_longer' | 'unreachable'>;

function toPurchase(name: Known, asked: Asked): StorePurchase {
  const { question, date } = asked;
  return {
    state: toState(name, asked),
    rawState: name,
    environment: question.environment ?? 'production',
    productId: question.productId ?? 'sandbox',
    accountToken: null,
    replaces: null,
    startedAt: addDays(date, -90),
    orders: ordersOf(name, asked),
    price: getSandboxPrice(question.productId),
  };
}

function toState(name: Known, { question, date, now }: Asked): PurchaseState {
  const isOver = date <= now;
  switch (name) {
    case 'active':
    case 'active-slow':
    case 'active-without-payment':
    case 'active-refunded':
      return { name: 'active', until: paidUntil(date, now), renews: true, isTrial: false };
    case 'active-canceled':
      return { name: 'canceled', until: paidUntil(date, now), because: endCauses['expired-canceled'] };
    case 'in_grace_period': {
      if (isOver) break;
      const certainty = question.platform === 'ios' ? 'said' : 'at_least';
      const dueAt = addDays(date, -GRACE_DAYS);
      return { name, dueAt, accessUntil: date, deadline: { at: date, certainty } };
    }
    case 'in_billing_retry':
    case 'on_hold':
      if (isOver) break;
      return { name, dueAt: addDays(date, -RETRY_DAYS), deadline: { at: date, certainty: 'computed' } };
    case 'paused':
      return isOver
        ? { name: 'expired', at: date, because: endCauses['expired-canceled'] }
        : { name, until: date };
    case 'revoked':
      return { name, at: date };
    case 'pending':
    case 'unrecognized':
      return { name };
    default:
      return { name: 'expired', at: date, because: endCauses[name] };
  }
  return { name: 'expired', at: date, because: endCauses['expired-billing_error'] };
}

/** The number of the order that settles a failed renewal. */
export function settlingOrder(key: string): string {
  return `${key}..1`;
}

/** The renewal that settles the failed one; none in the silent day of Google. */
function ordersOf(name: Known, { question, date, now }: Asked): Order[] {
  const isPaid = name.startsWith('active') && name !== 'active-without-payment';
  const id = settlingOrder(question.key);
  if (!isPaid || (question.knownOrder === id && !question.askedOrders.includes(id))) return [];
  const price = getSandboxPrice(question.productId);
  return [
    {
      id,
      productId: question.productId ?? 'sandbox',
      isRenewal: true,
      paidAt: now,
      paidUntil: paidUntil(date, now),
      price,
      refund: name === 'active-refunded' ? { at: now, minor: price.minor } : null,
    },
  ];
}

function paidUntil(date: Date, now: Date): Date {
  return date > now ? date : addDays(now, 30);
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}
