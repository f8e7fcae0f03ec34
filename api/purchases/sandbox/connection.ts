import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { FindOrder, Question, StoreConnection, StoreNotification, StorePurchase } from '../store.ts';
import { withActs } from './acts.ts';
import { toSandboxAnswer } from './answer.ts';
import { readPlayed } from './life.ts';
import { withRefunds } from './refunds.ts';
import { readSandboxPurchase } from './token.ts';

const SLOW_ANSWER_MS = 3_000;

type Services = { db: Db; clock: () => Date };

/**
 * Serves demos and tests, without a network: a purchase is played, or its token or product names the answer.
 * Purchases of real stores cannot be asked about. It has no webhook: who plays a purchase tells its notifications.
 */
export function createSandboxConnection(platform: Platform, { db, clock }: Services): StoreConnection {
  return {
    environments: null,
    ask: async (question, signal) => {
      const played = await readPlayed(db, question);
      if (played) return { kind: 'purchase', purchase: await withChanges(db, question, played) };
      const now = clock();
      const named = readSandboxPurchase(question, now);
      if (!named) return { kind: 'not_now', because: 'no connection is set up', until: null };
      if (named.state === 'active-slow') await pause(SLOW_ANSWER_MS, undefined, { signal });
      const answer = toSandboxAnswer(named.state, { question, date: named.date, now });
      return answer.kind === 'purchase'
        ? { ...answer, purchase: await withChanges(db, question, answer.purchase) }
        : answer;
    },
    findOrder: createFindOrder(platform, { db, clock }),
    requestTest:
      platform === 'ios' ? async () => ({ kind: 'arrives', notification: toTest(platform, clock()) }) : null,
    act: async () => ({ kind: 'done' }),
    answerRefund: async () => ({ kind: 'accepted' }),
    verify: async () => ({ kind: 'forged', because: 'the sandbox sends no notifications over HTTP' }),
    readMissed: async function* () {},
    ratePerSecond: 50,
  };
}

/** What it has granted, and what administrators have done. */
async function withChanges(db: Db, question: Question, purchase: StorePurchase): Promise<StorePurchase> {
  return withActs(db, question, await withRefunds(db, purchase));
}

/** What a store sends when its test button is pressed. */
function toTest(platform: Platform, now: Date): StoreNotification {
  return {
    platform,
    id: `test:${randomUUID()}`,
    type: 'TEST',
    at: now,
    environment: 'sandbox',
    purchase: null,
    orders: [],
    payload: { sandbox: 'TEST' },
  };
}

/** The orders of the sandbox are numbered by their purchase: `KEY..0`, `KEY..1`, … */
function createFindOrder(platform: Platform, { db, clock }: Services): FindOrder {
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
