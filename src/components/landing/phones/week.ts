import { type Dish, type DishKey, dish, ingredients } from '../kitchen/kitchen.ts';

type IngredientKey = Dish['needs'][number];

const plan: readonly (readonly [day: string, key: DishKey])[] = [
  ['Monday', 'eggs-in-tomato'],
  ['Tuesday', 'mushroom-toast'],
  ['Wednesday', 'chili'],
  ['Thursday', 'chicken-rice'],
  ['Friday', 'stuffed-peppers'],
  ['Saturday', 'avocado-toast'],
  ['Sunday', 'chicken-tray'],
];

/** From the same dishes as the kitchen section; together they need each of its ingredients. */
export const week: readonly { day: string; short: string; dish: Dish }[] = plan.map(([day, key]) => ({
  day,
  short: day.slice(0, 3),
  dish: dish(key),
}));

/** What the week needs, with the first day that needs it, in the order of the days. */
export const weekNeeds: readonly { key: IngredientKey; name: string; day: string; short: string }[] = week
  .flatMap(({ day, short, dish: { needs } }) => needs.map((key) => ({ key, day, short })))
  .filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at)
  .map((need) => ({ ...need, name: ingredientName(need.key) }));

/** As on its box in the kitchen. */
export function ingredientName(key: IngredientKey): string {
  const found = ingredients.find((one) => one.key === key);
  if (!found) throw new Error(`No ingredient is called ${key}.`);
  return found.name;
}

/** What a dish lacks with the boxes that are checked at the start. */
export function lackingAtStart({ needs }: Dish): readonly IngredientKey[] {
  return needs.filter((key) => ingredients.some((one) => one.key === key && !one.isAtHand));
}
