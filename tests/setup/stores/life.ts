import type { Random } from '#api/demo/random.ts';

const DAY_MS = 86_400_000;
const GRACE_DAYS = 16;
const RETRY_DAYS = 60;

type LivedOrder = {
  paidAt: Date;
  paidUntil: Date;
  isRenewal: boolean;
  refundedAt: Date | null;
};

/** What is true of one subscription at one time, whatever the store. */
export type Truth = {
  state: 'active' | 'canceled' | 'grace' | 'hold' | 'expired' | 'revoked';
  cause: 'customer' | 'billing';
  orders: readonly LivedOrder[];
};

export type LifeEvent = {
  at: Date;
  kind: 'buy' | 'renew' | 'fail' | 'hold' | 'recover' | 'give up' | 'cancel' | 'expire' | 'refund';
  /** From then on. */
  truth: Truth;
};

const later = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

/** A subscription over some months: renewals, failures with every end, cancellations, refunds, and new purchases. */
export function makeLife(random: Random, start: Date): LifeEvent[] {
  const events: LifeEvent[] = [];
  let orders: LivedOrder[] = [];
  let cause: Truth['cause'] = 'customer';
  const add = (at: Date, kind: LifeEvent['kind'], state: Truth['state']) => {
    events.push({ at, kind, truth: { state, cause, orders: [...orders] } });
  };
  const pay = (paidAt: Date, paidUntil: Date, isRenewal: boolean) => {
    orders = [...orders, { paidAt, paidUntil, isRenewal, refundedAt: null }];
  };
  const between = (least: number, most: number) => least + random() * (most - least);
  /** Some time in the paid period, which an early recovery has made shorter. */
  const during = ({ paidAt, paidUntil }: LivedOrder) =>
    new Date(paidAt.getTime() + between(0.1, 0.9) * (paidUntil.getTime() - paidAt.getTime()));

  pay(start, later(start, 30), false);
  add(start, 'buy', 'active');
  for (let period = 0; period < 8; period += 1) {
    const last = orders.at(-1);
    if (!last) throw new Error('A life begins with an order.');
    const due = last.paidUntil;
    const chance = random();
    if (chance < 0.1) {
      const at = during(last);
      orders = [...orders.slice(0, -1), { ...last, refundedAt: at }];
      add(at, 'refund', 'revoked');
      return events;
    }
    if (chance < 0.5) {
      pay(due, later(due, 30), true);
      add(due, 'renew', 'active');
      continue;
    }
    if (chance < 0.65) {
      cause = 'customer';
      add(during(last), 'cancel', 'canceled');
      add(due, 'expire', 'expired');
    } else {
      cause = 'billing';
      add(due, 'fail', 'grace');
      const isEarly = random() < 0.4;
      if (isEarly) {
        pay(later(due, between(2, GRACE_DAYS - 2)), later(due, 30), true);
        add(orders.at(-1)?.paidAt ?? due, 'recover', 'active');
        continue;
      }
      add(later(due, GRACE_DAYS), 'hold', 'hold');
      if (random() < 0.6) {
        const at = later(due, between(GRACE_DAYS + 2, RETRY_DAYS - 2));
        pay(at, later(at, 30), true);
        add(at, 'recover', 'active');
        continue;
      }
      add(later(due, RETRY_DAYS), 'give up', 'expired');
    }
    if (random() < 0.5) return events;
    const again = later(events.at(-1)?.at ?? due, between(3, 20));
    pay(again, later(again, 30), false);
    add(again, 'buy', 'active');
  }
  return events;
}
