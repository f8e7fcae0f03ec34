import type { DrawingName } from '#site/components/drawings/drawings.ts';

/** Some boxes are checked at the start, so that a dish is ready. */
export const ingredients = [
  { key: 'egg', name: 'Eggs', isAtHand: true },
  { key: 'tomato', name: 'Tomatoes', isAtHand: true },
  { key: 'bread', name: 'Bread', isAtHand: true },
  { key: 'potato', name: 'Potatoes', isAtHand: false },
  { key: 'rice', name: 'Rice', isAtHand: false },
  { key: 'cheese', name: 'Cheese', isAtHand: false },
  { key: 'carrot', name: 'Carrots', isAtHand: false },
  { key: 'pepper', name: 'Peppers', isAtHand: false },
  { key: 'beans', name: 'Beans', isAtHand: false },
  { key: 'chicken', name: 'Chicken', isAtHand: false },
  { key: 'mushroom', name: 'Mushrooms', isAtHand: false },
  { key: 'avocado', name: 'Avocado', isAtHand: false },
] as const satisfies readonly { key: DrawingName; name: string; isAtHand: boolean }[];

type IngredientKey = (typeof ingredients)[number]['key'];

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
    name: 'Sheet-pan chicken',
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

/** The number of its class, `dish-1` for the first: the list of dishes and the week on the phone have it. */
export function dishNumber({ key }: Dish): number {
  return dishes.findIndex((one) => one.key === key) + 1;
}

const ticked = (key: IngredientKey) => `:has(#have-${key}:checked)`;

/**
 * CSS instead of a script: a checked ingredient is marked in every dish, and a dish with all of them is ready. The
 * stylesheet reads these custom properties.
 */
export function kitchenRules(): string {
  const presentRules = ingredients.map(({ key }) => `.kitchen${ticked(key)} .need-${key}`);
  const readyRules = dishes.map(({ needs }, at) => `.kitchen${needs.map(ticked).join('')} .dish-${at + 1}`);
  return `${presentRules.join()}{--at-hand:1;--word:var(--ink);--lack:none;--rule:none;--has:inline}${readyRules.join()}{--ready:inline;--unready:none;--shown:block;--time:block;--place:static;--seen:visible;--glow:1;order:-1;counter-increment:ready;--dish:var(--basil-tint);--edge:var(--basil)}`;
}
