import { product } from '#brand/product.ts';
import type { Platform, SubscriptionStatus, UserStatus } from '../db/schema.ts';
import { addDays, addMonths, DAY, departureFactor } from './calendar.ts';
import type { Person } from './people.ts';
import { between, type Random, sharesDeck } from './random.ts';

export type Charge = { charged_at: Date; amount_cents: number };
export type Subscription = {
  plan: string;
  product_id: string;
  platform: Platform;
  status: SubscriptionStatus;
  start_date: Date;
  /** When access ended or will end; null while the subscription renews. */
  end_date: Date | null;
  charges: Charge[];
};

type Plan = { name: string; months: number; cents: number; leaving: number; trial: boolean };

/** Days without payment before the first charge of a new customer, on the plans with a trial. */
export const TRIAL_DAYS = 14;
/** Days of access after a renewal that failed, before the store puts the subscription on hold. */
export const GRACE_DAYS = 16;

/** US cents per period of `months`; `leaving` is the chance that a renewal does not happen. */
const PLANS: Readonly<Record<'monthly' | 'annual' | 'family', Plan>> = {
  monthly: { name: 'Monthly', months: 1, cents: 999, leaving: 0.065, trial: true },
  annual: { name: 'Annual', months: 12, cents: 5999, leaving: 0.35, trial: false },
  family: { name: 'Family', months: 1, cents: 1499, leaving: 0.045, trial: true },
};
/** Chance that a trial ends without a first charge. */
const TRIAL_LEAVING = 0.2;

/** What one subscription looks like from its first day until `until`, with nothing decided about today. */
type Course = { start: Date; charges: Charge[]; ended: Date | null; lastDue: Date | null; nextDue: Date };

type Beginning = { plan: Plan; start: Date; trial: boolean };

function run(random: Random, { plan, start, trial }: Beginning, until: Date): Course {
  const billed = trial ? addDays(start, TRIAL_DAYS) : start;
  const charges: Charge[] = [];
  let lastDue: Date | null = null;
  for (let period = 0; ; period += 1) {
    const due = addMonths(billed, period * plan.months);
    if (due > until) return { start, charges, ended: null, lastDue, nextDue: due };
    const leaving = period > 0 ? plan.leaving * departureFactor(due) : trial ? TRIAL_LEAVING : 0;
    if (random() < leaving) return { start, charges, ended: due, lastDue, nextDue: due };
    charges.push({ charged_at: due, amount_cents: plan.cents });
    lastDue = due;
  }
}

type Today = Pick<Subscription, 'status' | 'end_date' | 'charges'>;

/** Decides how subscriptions that still run stand at `now`; decks keep every state present. */
function todayDealer(random: Random, now: Date): (course: Course, plan: Plan, status: UserStatus) => Today {
  const justDue = sharesDeck(random, { active: 6, in_grace_period: 1, canceled: 1 });
  const dueEarlier = sharesDeck(random, { active: 6, on_hold: 1, paused: 1, canceled: 1 });
  const yearly = sharesDeck(random, { active: 4, canceled: 1 });
  return ({ start, charges, lastDue, nextDue }, plan, person) => {
    if (person === 'deleted')
      return { status: nextDue > now ? 'canceled' : 'expired', end_date: nextDue, charges };
    if (!lastDue) return { status: 'trialing', end_date: null, charges };
    // A monthly customer who has just returned has paid on the first day. No renewal can have failed yet.
    if (plan.months === 1 && lastDue <= start) return { status: 'active', end_date: null, charges };
    const sinceDue = now.getTime() - lastDue.getTime();
    const draw = plan.months > 1 ? yearly : sinceDue < GRACE_DAYS * DAY ? justDue : dueEarlier;
    const status = draw();
    if (status === 'canceled') return { status, end_date: nextDue, charges };
    if (status === 'active') return { status, end_date: null, charges };
    // The latest renewal did not go through, or was not due because of the pause.
    const paid = charges.slice(0, -1);
    return {
      status,
      end_date: status === 'in_grace_period' ? addDays(lastDue, GRACE_DAYS) : lastDue,
      charges: paid,
    };
  };
}

/** Out of 10: what people do after a subscription has ended. */
const RETURNS = { never: 5, 'at once': 1, 'after a break': 1, 'at New Year': 3 };

function comeBack(random: Random, how: keyof typeof RETURNS, ended: Date): Date | null {
  if (how === 'never') return null;
  if (how === 'at once') return ended;
  if (how === 'after a break') return addDays(ended, between(random, 20, 150));
  return addDays(new Date(Date.UTC(ended.getUTCFullYear() + 1, 0, 1)), between(random, 0, 300) / 24);
}

/**
 * Makes the subscriptions of one person, oldest first: none before onboarding is complete, and none for one in eight of
 * those who signed up longer than a trial ago. A customer may return. The function is called once per person, in the
 * order of the sign-ups.
 */
export function subscriptionDealer(random: Random, now: Date): (person: Person) => Subscription[] {
  const today = todayDealer(random, now);
  const subscribes = sharesDeck(random, { yes: 7, no: 1 });
  const platforms = sharesDeck<Platform>(random, { ios: 4, android: 3 });
  const plans = sharesDeck(random, { monthly: 8, family: 3, annual: 1 });
  const newYearPlans = sharesDeck(random, { monthly: 6, family: 2, annual: 3 });
  const returns = sharesDeck(random, RETURNS);

  return (person) => {
    if (person.onboarding_status !== 'completed') return [];
    const isNew = now.getTime() - person.created_at.getTime() < TRIAL_DAYS * DAY;
    if (!isNew && subscribes() === 'no') return [];
    const gone = person.status === 'deleted';
    const until = gone ? person.updated_at : now;
    const platform = platforms();
    const made: Subscription[] = [];
    let start: Date | null = addDays(person.created_at, between(random, 0, 48) / 24);
    while (start && start < until) {
      const key = start.getUTCMonth() === 0 ? newYearPlans() : plans();
      const plan = PLANS[key];
      const course = run(random, { plan, start, trial: plan.trial && made.length === 0 }, until);
      const state: Today = course.ended
        ? { status: 'expired', end_date: course.ended, charges: course.charges }
        : today(course, plan, person.status);
      const product_id = `${product.name.toLowerCase()}.${key}`;
      made.push({ plan: plan.name, product_id, platform, start_date: start, ...state });
      start = course.ended && comeBack(random, returns(), course.ended);
    }
    return made;
  };
}
