import { describe, expect, it } from 'vitest';
import { dishes, ingredients } from '#site/components/landing/kitchen/kitchen.ts';
import { documentOf } from './built-site.ts';

/** The dishes that the built CSS marks as ready with these ingredients. */
function readyWith(have: readonly string[]): readonly string[] {
  const document = documentOf('/');
  const rules = [...document.querySelectorAll('style')].map((style) => style.textContent ?? '');
  const ready = rules.join('\n').match(/([^{}]+)\{--ready:/)?.[1];
  if (!ready) throw new Error('The landing page has no rule for a dish that is ready.');
  for (const box of document.querySelectorAll<HTMLInputElement>('.kitchen input')) {
    box.checked = have.includes(box.id.replace('have-', ''));
  }
  return [...document.querySelectorAll('.table li')]
    .filter((dish) => dish.matches(ready))
    .map((dish) => dish.querySelector('strong')?.textContent ?? '');
}

const nameOf = (key: string) => ingredients.find((one) => one.key === key)?.name.toLowerCase();

it('offers about a dozen ingredients and dishes, each ingredient used and each box with a name', () => {
  expect(ingredients).toHaveLength(12);
  expect(dishes).toHaveLength(12);
  const needed = new Set<string>(dishes.flatMap(({ needs }) => needs));
  expect(ingredients.filter(({ key }) => !needed.has(key))).toEqual([]);
  const labels = [...documentOf('/').querySelectorAll('.kitchen label')].map((label) =>
    label.textContent?.trim(),
  );
  expect(labels).toEqual(ingredients.map(({ name }) => name));
});

it('lists what is missing until it is ticked', () => {
  const document = documentOf('/');
  const rules = [...document.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n');
  const isAtHand = rules.match(/([^{}]+)\{[^{}]*--lack:none/)?.[1] ?? '';
  const needs = [...document.querySelectorAll('.kitchen .needs > span')];
  expect(needs.filter((need) => !/^missing: \w+/.test(need.textContent?.trim() ?? ''))).toEqual([]);
  const first = document.querySelector('.kitchen .needs')?.textContent?.trim();
  expect(first).toBe(dishes[0].needs.map((need) => `missing: ${nameOf(need)}`).join(' '));
  const ticked = new Set(ingredients.filter((one) => one.isAtHand).map(({ key }) => `need-${key}`));
  expect(new Set(needs.filter((need) => need.matches(isAtHand)).map(({ className }) => className))).toEqual(
    ticked,
  );
});

it('has no dish ready in an empty kitchen and all in a full one', () => {
  expect(readyWith([])).toEqual([]);
  expect(readyWith(ingredients.map(({ key }) => key))).toHaveLength(dishes.length);
});

it('has a dish ready at the start', () => {
  expect(
    readyWith(ingredients.filter(({ isAtHand }) => isAtHand).map(({ key }) => key)).length,
  ).toBeGreaterThan(0);
});

describe.each(dishes)('$name', ({ name, needs }) => {
  it('is ready when all its ingredients are ticked', () => {
    expect(readyWith(needs)).toContain(name);
  });

  it.each(needs)('is not ready without %s', (missing) => {
    expect(readyWith(ingredients.map((one) => one.key).filter((one) => one !== missing))).not.toContain(name);
  });
});
