import { describe, expect, it } from 'vitest';
import { dishes, ingredients } from '#site/components/landing/kitchen/kitchen.ts';
import { week, weekNeeds } from '#site/components/landing/phones/week.ts';
import { documentOf } from './built-site.ts';

const document = documentOf('/');
const phone = (at: number) => document.querySelectorAll('.phones .phone')[at] as Element;
const lines = (nodes: Iterable<Element>) =>
  [...nodes].map((node) => node.textContent?.replaceAll(/\s+/g, ' ').trim());

it('shows three screens, each with its tab chosen, in a row with a name that the keyboard reaches', () => {
  const row = document.querySelector('.phones');
  expect(row?.getAttribute('aria-label')).toBe('Three screens of the app');
  expect(row?.getAttribute('tabindex')).toBe('0');
  expect(lines(document.querySelectorAll('.phones .tabs .on'))).toEqual(['Week', 'Recipes', 'List']);
  expect(
    [...document.querySelectorAll('.phones figure')].every((one) => one.querySelector('figcaption')),
  ).toBe(true);
});

it('announces neither the status bar nor the tab bar', () => {
  const bars = [...document.querySelectorAll('.phone :is(.status, .tabs)')];
  expect(bars).toHaveLength(8);
  expect(bars.filter((bar) => bar.getAttribute('aria-hidden') !== 'true')).toEqual([]);
});

it('plans a week that needs every ingredient of the kitchen', () => {
  expect(week).toHaveLength(7);
  expect(weekNeeds.map(({ key }) => key).sort()).toEqual(ingredients.map(({ key }) => key).sort());
});

describe('the week', () => {
  it('has the classes that the rules of the kitchen change', () => {
    const days = [...phone(0).querySelectorAll('ol > li')];
    for (const [at, { dish }] of week.entries()) {
      expect(days[at]?.className).toContain(`dish-${dishes.findIndex(({ key }) => key === dish.key) + 1}`);
      expect(days[at]?.querySelector('b')?.textContent).toBe(dish.name);
      expect(
        [...(days[at]?.querySelectorAll('.unready > span') ?? [])].map(({ classList }) => classList[1]),
      ).toEqual(dish.needs.map((need) => `need-${need}`));
    }
  });

  it('is the same on the first phone, as the kitchen is at the start', () => {
    const first = [...document.querySelectorAll('.opening .phone ol > li')];
    const atHand = new Set<string>(ingredients.filter((one) => one.isAtHand).map(({ key }) => key));
    for (const [at, { dish }] of week.entries()) {
      const isReady = dish.needs.every((need) => atHand.has(need));
      expect(first[at]?.textContent?.includes('You have everything')).toBe(isReady);
      expect(first[at]?.querySelectorAll('.lack')).toHaveLength(
        dish.needs.filter((need) => !atHand.has(need)).length,
      );
    }
    expect(document.querySelector('.opening [class*=need-]')).toBeNull();
  });
});

it('lists each ingredient to buy once, with the day that needs it', () => {
  expect(lines(phone(2).querySelectorAll('li'))).toEqual(
    weekNeeds.map(({ name, short }) => `${name} ${short}`),
  );
});
