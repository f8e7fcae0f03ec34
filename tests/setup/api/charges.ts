import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ChargesTable } from '#api/db/payment-tables.ts';

const MONTH_MS = 30 * 86_400_000;

type Charge = Pick<Insertable<ChargesTable>, 'subscription_id' | 'charged_at'> &
  Partial<Insertable<ChargesTable>>;

/** The row of a renewal for a month in US dollars, unless the test says otherwise. */
export function paidCharge(charge: Charge): Insertable<ChargesTable> {
  const { amount_cents = 999 } = charge;
  return {
    platform: 'ios',
    order_id: randomUUID(),
    paid_until: new Date(new Date(charge.charged_at).getTime() + MONTH_MS),
    is_renewal: true,
    amount_minor: amount_cents,
    ...charge,
    amount_cents,
  };
}
