import { type Dish, type DishKey, dish } from '../kitchen/kitchen.ts';

const plan: readonly (readonly [day: string, key: DishKey])[] = [
  ['Monday', 'mushroom-toast'],
  ['Tuesday', 'chili'],
  ['Wednesday', 'bread-soup'],
  ['Thursday', 'chicken-rice'],
  ['Friday', 'stuffed-peppers'],
  ['Saturday', 'eggs-in-tomato'],
  ['Sunday', 'chicken-tray'],
];

/** From the same dishes as the kitchen section. */
export const week: readonly { day: string; dish: Dish }[] = plan.map(([day, key]) => ({
  day,
  dish: dish(key),
}));
