import type { DrawingName } from '#site/components/drawings/drawings.ts';

/** Some boxes are checked at the start, so that a dish is ready. */
export const ingredients = [
  { key: 'egg', name: 'Eggs', atHand: true },
  { key: 'tomato', name: 'Tomatoes', atHand: true },
  { key: 'bread', name: 'Bread', atHand: true },
  { key: 'potato', name: 'Potatoes', atHand: false },
  { key: 'rice', name: 'Rice', atHand: false },
  { key: 'cheese', name: 'Cheese', atHand: false },
  { key: 'carrot', name: 'Carrots', atHand: false },
  { key: 'pepper', name: 'Peppers', atHand: false },
  { key: 'beans', name: 'Beans', atHand: false },
  { key: 'chicken', name: 'Chicken', atHand: false },
  { key: 'mushroom', name: 'Mushrooms', atHand: false },
  { key: 'avocado', name: 'Avocado', atHand: false },
] as const satisfies readonly { key: DrawingName; name: string; atHand: boolean }[];

export type IngredientKey = (typeof ingredients)[number]['key'];

export type Dish = { key: string; name: string; minutes: number; needs: readonly IngredientKey[] };

/** Oil, onions and spices are not listed. */
export const dishes = [
  { key: 'eggs-in-tomato', name: 'Eggs in tomato sauce', minutes: 20, needs: ['egg', 'tomato'] },
  { key: 'bread-soup', name: 'Tomato and bread soup', minutes: 25, needs: ['tomato', 'bread'] },
  { key: 'omelet', name: 'Potato omelet', minutes: 30, needs: ['egg', 'potato'] },
  { key: 'fried-rice', name: 'Egg fried rice', minutes: 20, needs: ['rice', 'egg', 'carrot'] },
  { key: 'mushroom-toast', name: 'Mushrooms on toast', minutes: 15, needs: ['mushroom', 'bread'] },
  { key: 'avocado-toast', name: 'Avocado toast with egg', minutes: 10, needs: ['avocado', 'bread', 'egg'] },
  { key: 'chili', name: 'Bean chili', minutes: 35, needs: ['beans', 'tomato', 'pepper'] },
  {
    key: 'baked-potatoes',
    name: 'Baked potatoes with beans',
    minutes: 60,
    needs: ['potato', 'beans', 'cheese'],
  },
  { key: 'mushroom-rice', name: 'Creamy mushroom rice', minutes: 35, needs: ['rice', 'mushroom', 'cheese'] },
  { key: 'stuffed-peppers', name: 'Stuffed peppers', minutes: 45, needs: ['pepper', 'rice', 'cheese'] },
  { key: 'chicken-rice', name: 'One-pot chicken rice', minutes: 40, needs: ['chicken', 'rice', 'carrot'] },
  {
    key: 'chicken-tray',
    name: 'Roast chicken on a tray',
    minutes: 50,
    needs: ['chicken', 'potato', 'carrot'],
  },
] as const satisfies readonly Dish[];

export type DishKey = (typeof dishes)[number]['key'];

export function dish(key: DishKey): Dish {
  const found = dishes.find((one) => one.key === key);
  if (!found) throw new Error(`No dish is called ${key}.`);
  return found;
}

const ticked = (key: IngredientKey) => `:has(#have-${key}:checked)`;

/**
 * CSS instead of a script: a checked ingredient is marked in every dish, and a dish with all of them is ready. The
 * stylesheet reads these custom properties.
 */
export function kitchenRules(): string {
  const shown = ingredients.map(({ key }) => `.kitchen${ticked(key)} .need-${key}`);
  const ready = dishes.map(
    ({ needs }, at) => `.kitchen${needs.map(ticked).join('')} li:nth-child(${at + 1})`,
  );
  return `${shown.join()}{--at-hand:1;--word:var(--ink);--lack:none;--rule:none}${ready.join()}{--ready:inline;order:-1;counter-increment:ready;--dish:var(--basil-tint);--edge:var(--basil)}`;
}
