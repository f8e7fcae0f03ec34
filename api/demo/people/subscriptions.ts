import { product } from '#brand/product.ts';
import type { Platform, SubscriptionEnd, SubscriptionStatus } from '../../db/payment-tables.ts';
import type { UserStatus } from '../../db/schema.ts';
import { sandboxPrices } from '../../purchases/sandbox/life.ts';
import { addDays, addMonths, DAY_MS, getDepartureFactor } from '../calendar.ts';
import { createWeightedDeck, type Random, randomInteger } from '../random.ts';
import type { Person } from './people.ts';

type Charge = { charged_at: Date; paid_until: Date; is_renewal: boolean; amount_cents: number };
export type DemoSubscription = {
  plan: string;
  product_id: string;
  platform: Platform;
  status: SubscriptionStatus;
  start_date: Date;
  /** The end of access; null while the subscription renews. */
  end_date: Date | null;
  end_cause: SubscriptionEnd | null;
  charges: Charge[];
};

type Plan = { name: string; months: number; cents: number; cancelProbability: number; trial: boolean };

/** The trial of a new customer. */
export const TRIAL_DAYS = 14;
/** Days of access after a failed renewal, before the store puts the subscription on hold. */
export const GRACE_DAYS = 16;

/** `cents` per period of `months`; `cancelProbability` is the probability of no renewal. */
const PLANS = {
  monthly: {
    name: 'Monthly',
    months: 1,
    cents: sandboxPrices.monthly,
    cancelProbability: 0.065,
    trial: true,
  },
  annual: { name: 'Annual', months: 12, cents: sandboxPrices.annual, cancelProbability: 0.35, trial: false },
  family: { name: 'Family', months: 1, cents: sandboxPrices.family, cancelProbability: 0.045, trial: true },
} as const satisfies Readonly<Record<string, Plan>>;

/** Like the product of an app: without the spaces and signs that a name may have. */
const getProductId = (plan: string) =>
  `${product.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}.${plan}`;

/** The price of one period, in cents. Throws for a product that no plan has. */
export function getPriceCents(productId: string): number {
  const [, plan] = Object.entries(PLANS).find(([key]) => getProductId(key) === productId) ?? [];
  if (!plan) throw new Error(`There is no product ${productId}.`);
  return plan.cents;
}

/** The probability that a trial is not followed by a charge. */
const TRIAL_CANCEL_PROBABILITY = 0.2;

/** A subscription from its first day to `until`, without its status today. */
type SubscriptionCourse = {
  start: Date;
  charges: Charge[];
  ended: Date | null;
  lastDue: Date | null;
  nextDue: Date;
};

type SubscriptionStart = { plan: Plan; start: Date; trial: boolean };

function simulate(
  random: Random,
  { plan, start, trial }: SubscriptionStart,
  until: Date,
): SubscriptionCourse {
  const billed = trial ? addDays(start, TRIAL_DAYS) : start;
  const charges: Charge[] = [];
  let lastDue: Date | null = null;
  for (let period = 0; ; period += 1) {
    const due = addMonths(billed, period * plan.months);
    if (due > until) return { start, charges, ended: null, lastDue, nextDue: due };
    const cancelProbability =
      period > 0 ? plan.cancelProbability * getDepartureFactor(due) : trial ? TRIAL_CANCEL_PROBABILITY : 0;
    if (random() < cancelProbability) return { start, charges, ended: due, lastDue, nextDue: due };
    const paid_until = addMonths(billed, (period + 1) * plan.months);
    charges.push({ charged_at: due, paid_until, is_renewal: period > 0, amount_cents: plan.cents });
    lastDue = due;
  }
}

type CurrentState = Pick<DemoSubscription, 'status' | 'end_date' | 'charges'> & {
  end_cause?: SubscriptionEnd;
};

/** Decks make sure that every status occurs. */
function createStatusDealer(
  random: Random,
  { now, isRealistic }: { now: Date; isRealistic: boolean },
): (course: SubscriptionCourse, plan: Plan, status: UserStatus) => CurrentState {
  const [recent, earlier] = isRealistic ? [40, 44] : [6, 6];
  const canceled = isRealistic ? 3 : 1;
  const recentlyDue = createWeightedDeck(random, { active: recent, in_grace_period: 1, canceled });
  const dueEarlier = createWeightedDeck(random, { active: earlier, on_hold: 1, paused: 1, canceled });
  const yearly = createWeightedDeck(random, { active: 4, canceled: 1 });
  return ({ start, charges, lastDue, nextDue }, plan, person) => {
    if (person === 'deleted')
      return nextDue > now
        ? { status: 'canceled', end_date: nextDue, charges }
        : { status: 'expired', end_date: nextDue, end_cause: 'customer', charges };
    if (!lastDue) return { status: 'trialing', end_date: null, charges };
    // It was paid on the first day, so no renewal can have failed.
    if (plan.months === 1 && lastDue <= start) return { status: 'active', end_date: null, charges };
    const sinceDue = now.getTime() - lastDue.getTime();
    const draw = plan.months > 1 ? yearly : sinceDue < GRACE_DAYS * DAY_MS ? recentlyDue : dueEarlier;
    const status = draw();
    if (status === 'canceled') return { status, end_date: nextDue, charges };
    if (status === 'active') return { status, end_date: null, charges };
    // The last renewal failed, or a pause skipped it.
    const paid = charges.slice(0, -1);
    return {
      status,
      end_date: status === 'in_grace_period' ? addDays(lastDue, GRACE_DAYS) : lastDue,
      charges: paid,
    };
  };
}

/** Why subscriptions end: a quarter without the customer's will. In turn, so that no other random choice changes. */
const ENDS = [
  'customer',
  'billing',
  'customer',
  'customer',
  'price_increase',
  'customer',
  'billing',
  'customer',
] as const;

function pickEnd(place: number): SubscriptionEnd {
  return ENDS[place % ENDS.length] ?? 'customer';
}

/** Out of 10: what people do after the end of a subscription. */
const RETURNS = { never: 5, 'at once': 1, 'after a break': 1, 'at New Year': 3 };

function pickReturnDate(random: Random, how: keyof typeof RETURNS, ended: Date): Date | null {
  if (how === 'never') return null;
  if (how === 'at once') return ended;
  if (how === 'after a break') return addDays(ended, randomInteger(random, 20, 150));
  return addDays(new Date(Date.UTC(ended.getUTCFullYear() + 1, 0, 1)), randomInteger(random, 0, 300) / 24);
}

/** Oldest first. Call once per person in the order of sign-up. Needs onboarding; one in eight never subscribes. */
export function createSubscriptionDealer(
  random: Random,
  now: Date,
  { isRealistic = false } = {},
): (person: Person) => DemoSubscription[] {
  const readStatus = createStatusDealer(random, { now, isRealistic });
  const subscribes = createWeightedDeck(random, { yes: 7, no: 1 });
  const platforms = createWeightedDeck<Platform>(random, { ios: 4, android: 3 });
  const plans = createWeightedDeck(random, { monthly: 8, family: 3, annual: 1 });
  const newYearPlans = createWeightedDeck(random, { monthly: 6, family: 2, annual: 3 });
  const returns = createWeightedDeck(random, RETURNS);
  let ended = 0;

  return (person) => {
    if (person.onboarding_status !== 'completed') return [];
    const isNew = now.getTime() - person.created_at.getTime() < TRIAL_DAYS * DAY_MS;
    if (!isNew && subscribes() === 'no') return [];
    const isDeleted = person.status === 'deleted';
    const until = isDeleted ? person.updated_at : now;
    const platform = platforms();
    const subscriptions: DemoSubscription[] = [];
    let start: Date | null = addDays(person.created_at, randomInteger(random, 0, 48) / 24);
    while (start && start < until) {
      const key = start.getUTCMonth() === 0 ? newYearPlans() : plans();
      const plan = PLANS[key];
      const course = simulate(
        random,
        { plan, start, trial: plan.trial && subscriptions.length === 0 },
        until,
      );
      const state: CurrentState = course.ended
        ? { status: 'expired', end_date: course.ended, end_cause: pickEnd(ended++), charges: course.charges }
        : readStatus(course, plan, person.status);
      subscriptions.push({
        plan: plan.name,
        product_id: getProductId(key),
        platform,
        start_date: start,
        end_cause: null,
        ...state,
      });
      start = course.ended && pickReturnDate(random, returns(), course.ended);
    }
    return subscriptions;
  };
}
