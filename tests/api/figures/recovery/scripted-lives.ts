import { randomUUID } from 'node:crypto';
import type { PaymentResult } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';
import type { Random } from '#api/demo/random.ts';
import type { EndCause, PurchaseState } from '#api/purchases/store.ts';
import { createScriptedStore } from '../../purchases/scripted-store.ts';
import { createPick } from './bulk-lives.ts';

const DAY_MS = 86_400_000;

type ScriptedLife = { userId: number; result: PaymentResult; days: number | null; stage: string };

const causes = ['customer', 'billing', 'price_increase', 'developer', 'other'] as const;
/** In how many ways a life goes on. */
const FATES = 7;

/**
 * Plays lives of a scripted store, step by step, through the writes of the product. Returns what became of each
 * payment.
 */
export async function playLives(
  db: Db,
  { random, count, now }: { random: Random; count: number; now: Date },
): Promise<ScriptedLife[]> {
  const pick = createPick(random);
  const { buy, tell, order, clock } = createScriptedStore(db);
  clock.now = now;
  const lives: ScriptedLife[] = [];
  for (let life = 0; life < count; life += 1) {
    const bought = await buy();
    const dueAt = new Date(now.getTime() - Math.floor((10 + random() * 500) * DAY_MS));
    const after = (days: number) => new Date(dueAt.getTime() + days * DAY_MS);
    const shared = {
      accountToken: bought.accountToken,
      productId: pick(['meals.monthly', 'meals.annual']),
      startedAt: after(-60),
      price: pick([{ minor: 999, currency: 'USD' }, { minor: 899, currency: 'EUR' }, null]),
    };
    const say = (state: PurchaseState, orders: ReturnType<typeof order>[] = []) =>
      tell(bought, { ...shared, state, orders });
    const until = after(400);
    const first = order(randomUUID(), { isRenewal: false, paidAt: after(-30), paidUntil: dueAt });
    await say({ name: 'active', until, renews: true, isTrial: false }, [first]);
    const deadline = { at: after(60), certainty: 'computed' } as const;
    await say({ name: 'in_grace_period', dueAt, accessUntil: after(16), deadline });
    const isHeld = random() < 0.5;
    if (isHeld) await say({ name: 'in_billing_retry', dueAt, deadline });
    const days = Math.floor(random() * 60);
    // In turn, so that each result comes up whatever the seed is.
    const round = Math.floor(life / FATES);
    const isReminded = round % 2 === 0;
    if (isReminded) {
      const at = after(days - 0.5);
      await db
        .updateTable('failed_payments')
        .set({ reminded_at: at })
        .where('user_id', '=', bought.user.id)
        .execute();
    }
    const paid = order(randomUUID(), { paidAt: after(days), paidUntil: after(days + 30) });
    const active = { name: 'active', until, renews: true, isTrial: false } as const;
    const end = (kind: EndCause['kind']) =>
      say({ name: 'expired', at: after(days), because: { kind, raw: kind } });
    const cause = causes[round % causes.length] ?? 'other';
    const isByCustomer = cause === 'customer' || cause === 'price_increase';
    const fates: readonly (() => Promise<PaymentResult>)[] = [
      async () => 'open',
      async () => {
        await say(active, [paid]);
        return isReminded ? 'after_reminder' : 'by_store';
      },
      // The money is given back, and the store takes that back again.
      async () => {
        await say(active, [paid]);
        await say(active, [{ ...paid, refund: { at: after(days + 1), minor: 999 } }]);
        if (random() < 0.5) return 'canceled';
        await say(active, [paid]);
        return isReminded ? 'after_reminder' : 'by_store';
      },
      async () => {
        await end(cause);
        return isByCustomer ? 'canceled' : 'given_up';
      },
      // An end that was none: the store has collected the renewal after all.
      async () => {
        await end(cause);
        await say(active, [paid]);
        return isReminded ? 'after_reminder' : 'by_store';
      },
      async () => {
        await say({ name: 'revoked', at: after(days) });
        return 'canceled';
      },
      // Bought anew instead.
      async () => {
        await say(active, [{ ...paid, isRenewal: false }]);
        return 'canceled';
      },
    ];
    const result = (await fates[life % FATES]?.()) ?? 'open';
    const isRecovered = result === 'by_store' || result === 'after_reminder';
    lives.push({
      userId: bought.user.id,
      result,
      days: isRecovered ? days : null,
      stage: isHeld ? 'billing_retry' : 'grace_period',
    });
  }
  return lives;
}
