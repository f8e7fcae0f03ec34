import type { Kysely } from 'kysely';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { FindOrder, Question, StorePurchase } from '../store.ts';
import { toSandboxAnswer } from './answer.ts';
import { readPlayed } from './life.ts';
import { readSandboxPurchase } from './token.ts';

type Services = { db: Kysely<Database>; clock: () => Date };

/** The orders of the sandbox are numbered by their purchase: `KEY..0`, `KEY..1`, … */
export function createFindOrder(platform: Platform, { db, clock }: Services): FindOrder {
  return async (number) => {
    const unknown = { kind: 'unknown', raw: 'unknown' } as const;
    const key = /^(.+)\.\.\d+$/.exec(number)?.[1];
    if (key === undefined) return unknown;
    const known = await db
      .selectFrom('purchases')
      .where('key', '=', key)
      .where('platform', 'in', ['ios', 'android'])
      .select(['platform', 'product_id'])
      .execute();
    const isOfOther = known.length > 0 && known.every((purchase) => purchase.platform !== platform);
    if (isOfOther) return unknown;
    const question: Question = {
      ...{ platform, key, environment: 'production', knownOrder: null, askedOrders: [] },
      productId: known.find((purchase) => purchase.platform === platform)?.product_id ?? null,
    };
    const purchase = (await readPlayed(db, question)) ?? readNamed(question, clock());
    const order = purchase?.orders.find(({ id }) => id === number);
    if (!purchase || !order) return unknown;
    const { environment, accountToken, rawState } = purchase;
    return { kind: 'found', orders: [{ ...order, key, environment, accountToken, rawState }] };
  };
}

/** A purchase whose token or product names its answer. */
function readNamed(question: Question, now: Date): StorePurchase | null {
  const named = readSandboxPurchase(question, now);
  if (!named) return null;
  const answer = toSandboxAnswer(named.state, { question, date: named.date, now });
  return answer.kind === 'purchase' ? answer.purchase : null;
}
