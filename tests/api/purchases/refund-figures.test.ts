import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mulberry32, randomInteger } from '#api/demo/random.ts';
import { readFigures } from '#api/purchases/refunds/list.ts';
import type { RefundFigures } from '#contract/refunds.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();
const now = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const LIVES = 10_000;

/** A request with all that may happen to it. Money is in minor units of its currency; null: no charge is known. */
type Life = {
  store: 'ios' | 'android';
  plan: string | null;
  reason: string | null;
  askedAt: Date;
  sentAfterHours: number | null;
  outcome: 'granted' | 'declined' | 'reversed' | null;
  charge: { currency: 'USD' | 'EUR' | 'JPY' | 'CHF'; refunded: number } | null;
};

/** Dollars for one minor unit. There is no rate for francs. */
const dollars = { USD: 0.01, EUR: 0.0108, JPY: 0.0067, CHF: 0 };

test(`the figures of ${LIVES} random requests are those of a recount`, async () => {
  const random = mulberry32(44);
  const integer = (min: number, max: number) => randomInteger(random, min, max);
  const pick = <Item>(items: readonly Item[]): Item => items[integer(0, items.length - 1)] as Item;
  const lives = Array.from({ length: LIVES }, (): Life => {
    const hasCharge = integer(1, 10) > 1;
    return {
      store: pick(['ios', 'android']),
      plan: hasCharge ? pick(['Monthly', 'Annual', 'Family']) : null,
      reason: pick(['7', 'OTHER', 'UNINTENDED_PURCHASE', null]),
      askedAt: new Date(now.getTime() - integer(0, 500) * DAY_MS),
      sentAfterHours: pick([null, 1, 11, 13, 30]),
      outcome: pick(['granted', 'declined', 'reversed', null]),
      charge: hasCharge
        ? { currency: pick(['USD', 'EUR', 'JPY', 'CHF']), refunded: integer(0, 5_000) }
        : null,
    };
  });
  await store(lives);

  const figures = await readFigures(db, now);
  expect(sorted(figures)).toEqual(sorted(recount(lives)));
  const counts = figures.map(({ requests }) => requests);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
});

function sorted(figures: readonly RefundFigures[]): RefundFigures[] {
  const key = ({ store: platform, plan, storeReason }: RefundFigures) =>
    JSON.stringify([platform, plan, storeReason]);
  return figures.toSorted((one, other) => key(one).localeCompare(key(other)));
}

function recount(lives: readonly Life[]): RefundFigures[] {
  const sums = new Map<string, RefundFigures>();
  for (const { store: platform, plan, reason, askedAt, sentAfterHours, outcome, charge } of lives) {
    if (askedAt <= new Date('2025-11-22T12:00:00Z')) continue;
    const key = JSON.stringify([platform, plan, reason]);
    const none = { requests: 0, answeredInTime: 0, granted: 0, declined: 0, refunded: 0 };
    const sum = sums.get(key) ?? { store: platform, plan, storeReason: reason, ...none };
    const limit = platform === 'ios' ? 12 : 24;
    sum.requests += 1;
    if (sentAfterHours !== null && sentAfterHours <= limit) sum.answeredInTime += 1;
    if (outcome === 'granted') sum.granted += 1;
    if (outcome === 'declined' || outcome === 'reversed') sum.declined += 1;
    if (outcome === 'granted' && charge) sum.refunded += charge.refunded * dollars[charge.currency];
    sums.set(key, sum);
  }
  return [...sums.values()].map((sum) => ({ ...sum, refunded: Math.round(sum.refunded * 100) / 100 }));
}

async function store(lives: readonly Life[]): Promise<void> {
  const { id: userId } = await addUser(db, {});
  await sql`
    insert into exchange_rates (currency, month, dollars, set_at)
    select rate.currency, month, rate.dollars, ${now}
    from (values ('EUR', 1.08), ('JPY', 0.0067)) as rate (currency, dollars),
      generate_series('2025-01-01'::timestamp, '2026-12-01', interval '1 month') as month`.execute(db);
  await sql`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    select ${userId}, plan, lower(plan), platform, 'active', ${now}
    from unnest(array['Monthly', 'Annual', 'Family']) as plan, unnest(array['ios', 'android']) as platform`.execute(
    db,
  );
  const rows = JSON.stringify(lives.map((life, index) => ({ index, ...life })));
  await sql`
    with life as (
      select * from jsonb_to_recordset(${rows}::jsonb) as life (index integer, store text, plan text, reason text,
        "askedAt" timestamptz, "sentAfterHours" integer, outcome text, charge jsonb)
    ), charged as (
      insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, currency,
        amount_cents, amount_minor, refunded_minor)
      select subscriptions.id, store, 'order ' || index, "askedAt", "askedAt" + interval '30 days', true,
        charge ->> 'currency', 1, 5000, (charge ->> 'refunded')::integer
      from life join subscriptions on subscriptions.plan = life.plan and platform = store
      where charge <> 'null'
    )
    insert into refund_requests (platform, notification_id, order_id, store_reason, asked_at, answer_due_at,
      preference, answered_at, sent_at, outcome, outcome_at)
    select store, 'notification ' || index, 'order ' || index, reason, "askedAt",
      "askedAt" + case store when 'ios' then interval '12 hours' else interval '24 hours' end,
      case when "sentAfterHours" is not null then 'decline' end,
      case when "sentAfterHours" is not null then "askedAt" end,
      "askedAt" + "sentAfterHours" * interval '1 hour', outcome, case when outcome is not null then "askedAt" end
    from life`.execute(db);
}
