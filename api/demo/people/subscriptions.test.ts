import { describe, expect, test } from 'vitest';
import { addMonths, DAY_MS } from '../calendar.ts';
import { mulberry32 } from '../random.ts';
import { makePeople, type Person } from './people.ts';
import { createSubscriptionDealer, type DemoSubscription, GRACE_DAYS, TRIAL_DAYS } from './subscriptions.ts';

const now = new Date('2026-11-20T09:30:00Z');
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type PersonWithSubscriptions = { person: Person; subscriptions: DemoSubscription[] };

function simulate(seed: number): PersonWithSubscriptions[] {
  const subscriptionsOf = createSubscriptionDealer(mulberry32(~seed), now);
  return [...makePeople(mulberry32(seed), now, { count: 250 })].map((person) => ({
    person,
    subscriptions: subscriptionsOf(person),
  }));
}

/** Cents per month, `YYYY-MM` in UTC. */
function revenue(people: readonly PersonWithSubscriptions[]): Map<string, number> {
  const months = new Map<string, number>();
  for (const { charged_at, amount_cents } of people.flatMap(({ subscriptions }) =>
    subscriptions.flatMap(({ charges }) => charges),
  )) {
    const month = charged_at.toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + amount_cents);
  }
  return months;
}

test('the same seed makes the same subscriptions; another seed makes others', () => {
  expect(simulate(1)).toEqual(simulate(1));
  expect(simulate(2)).not.toEqual(simulate(1));
});

describe.each(seeds)('seed %i', (seed) => {
  const people = simulate(seed);
  const all = people.flatMap(({ subscriptions }) => subscriptions);

  test('every status, plan and store occurs', () => {
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(['trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired']),
    );
    expect(new Set(all.map(({ plan }) => plan))).toEqual(new Set(['Monthly', 'Annual', 'Family']));
    expect(new Set(all.map(({ platform }) => platform))).toEqual(new Set(['ios', 'android']));
  });

  test('no charge before the start, after the end or in the future', () => {
    for (const { start_date, end_date, charges } of all) {
      for (const { charged_at } of charges) {
        expect(charged_at.getTime()).toBeGreaterThanOrEqual(start_date.getTime());
        if (end_date) expect(charged_at.getTime()).toBeLessThan(end_date.getTime());
        expect(charged_at.getTime()).toBeLessThanOrEqual(now.getTime());
      }
    }
  });

  test('start and end agree with the status', () => {
    for (const { status, start_date, end_date, charges } of all) {
      const today = now.getTime();
      const end = end_date?.getTime();
      expect(start_date.getTime()).toBeLessThan(today);
      if (status === 'trialing') {
        expect(today - start_date.getTime()).toBeLessThan(TRIAL_DAYS * DAY_MS);
        expect(charges).toEqual([]);
      }
      if (status === 'trialing' || status === 'active') expect(end_date).toBeNull();
      else expect(end).toBeGreaterThan(start_date.getTime());
      if (status === 'canceled') expect(end).toBeGreaterThan(today);
      if (status === 'in_grace_period') {
        expect(end).toBeGreaterThan(today);
        expect(end).toBeLessThanOrEqual(today + GRACE_DAYS * DAY_MS);
      }
      if (['expired', 'on_hold', 'paused'].includes(status)) expect(end).toBeLessThanOrEqual(today);
    }
  });

  test('one person has one subscription at a time, only the last can still run', () => {
    for (const { person, subscriptions } of people) {
      const [first] = subscriptions;
      if (first) expect(first.start_date.getTime()).toBeGreaterThanOrEqual(person.created_at.getTime());
      if (person.onboarding_status !== 'completed') expect(subscriptions).toEqual([]);
      subscriptions.slice(1).forEach((next, index) => {
        const before = subscriptions[index];
        expect(before?.status).toBe('expired');
        expect(before?.end_date?.getTime()).toBeLessThanOrEqual(next.start_date.getTime());
      });
    }
  });

  test('a deleted account renews nothing', () => {
    for (const { person, subscriptions } of people.filter(({ person }) => person.status === 'deleted')) {
      for (const { status, charges } of subscriptions) {
        expect(['canceled', 'expired']).toContain(status);
        for (const { charged_at } of charges) {
          expect(charged_at.getTime()).toBeLessThanOrEqual(person.updated_at.getTime());
        }
      }
    }
  });

  test('some people have no subscription, some have several in sequence', () => {
    const counts = people.map(({ subscriptions }) => subscriptions.length);
    expect(counts).toContain(0);
    expect(Math.max(...counts)).toBeGreaterThan(1);
  });

  test('each of the last 24 months has revenue, the last full one more than a year before', () => {
    const months = revenue(people);
    for (let back = 0; back < 24; back += 1) {
      expect(months.get(addMonths(now, -back).toISOString().slice(0, 7))).toBeGreaterThan(0);
    }
    expect(months.get('2026-10')).toBeGreaterThan(months.get('2025-10') ?? 0);
  });
});

test('over many seeds New Year is a peak and summer a dip', () => {
  const months = revenue(seeds.flatMap(simulate));
  const cents = (month: string) => months.get(month) ?? 0;
  expect(cents('2026-01')).toBeGreaterThan(cents('2025-12'));
  expect(cents('2026-01')).toBeGreaterThan(cents('2026-02'));
  expect(cents('2026-07')).toBeLessThan(cents('2026-05'));
  expect(cents('2026-07')).toBeLessThan(cents('2026-09'));
});
