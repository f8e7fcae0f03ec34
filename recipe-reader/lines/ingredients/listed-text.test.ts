import { expect, test } from 'vitest';
import { parseEntry } from '../../parse-entry.ts';

/** The specification's `name, quantity, unit`, and what comes close to it. */

/** Line, quantity, unit, name. */
const lines: readonly (readonly [string, string, string, string])[] = [
  ['Flour, 200, g', '200', 'g', 'Flour'],
  ['Eggs, 3', '3', 'N/A', 'Eggs'],
  ['Salt, N/A, N/A', 'N/A', 'N/A', 'Salt'],
  ['Pepper, N/A', 'N/A', 'N/A', 'Pepper'],
  ['Pepper, n/a, pinch', 'N/A', 'pinch', 'Pepper'],
  ['Tomatoes, canned, 400, g', '400', 'g', 'Tomatoes, canned'],
  ['Tomatoes, peeled and chopped, 2', '2', 'N/A', 'Tomatoes, peeled and chopped'],
  ['Sugar, ½, cup', '½', 'cup', 'Sugar'],
  ['Milk, 1 1/2, cups', '1 1/2', 'cups', 'Milk'],
  ['Onion, chopped', 'N/A', 'N/A', 'Onion, chopped'],
  ['Onion, chopped, 1', '1', 'N/A', 'Onion, chopped'],
  ['Onion, chopped, 1,', '1', 'N/A', 'Onion, chopped'],
  ['Water, ,', 'N/A', 'N/A', 'Water'],
  ['Water, , l', 'N/A', 'l', 'Water'],
  ['Wasser, 3,5, l', '3,5', 'l', 'Wasser'],
  ['Butter,100,g', '100', 'g', 'Butter'],
  ['Butter , 100 , g', '100', 'g', 'Butter'],
  ['- Flour, 200, g', '200', 'g', 'Flour'],
  ['1. Flour, 200, g', '200', 'g', 'Flour'],
  ['Oil, 2-3, tbsp', '2-3', 'tbsp', 'Oil'],
  ['Chicken, boneless, skinless, 500, g', '500', 'g', 'Chicken, boneless, skinless'],
  ['7-Up, 330, ml', '330', 'ml', '7-Up'],
  ['00 flour, 500, g', '500', 'g', '00 flour'],
  ['2% milk, 1, cup', '1', 'cup', '2% milk'],
  ['5-spice powder, 1, tsp', '1', 'tsp', '5-spice powder'],
  ['Flour, 500 g', '500', 'g', 'Flour'],
  ['Parmesan, 50g, grated', '50', 'g', 'Parmesan, grated'],
  ['Salt, 1 tsp', '1', 'tsp', 'Salt'],
  ['Eggs, 2 large', '2 large', 'N/A', 'Eggs'],
  ['Flour, N/A, g', 'N/A', 'g', 'Flour'],
  ['Rice, 1/2, N/A', '1/2', 'N/A', 'Rice'],
  ['Vanilla, ¼, tsp', '¼', 'tsp', 'Vanilla'],
  ['Vanilla, 1¼, tsp', '1¼', 'tsp', 'Vanilla'],
  ['Cheese, grated, 1,000, g', '1,000', 'g', 'Cheese, grated'],
  ['Salt,', 'N/A', 'N/A', 'Salt'],
  ['Chicken breast 500 g, diced', '500', 'g', 'Chicken breast, diced'],
  ['2 eggs,', '2', 'N/A', 'eggs'],
  ['Milk (long-life, 2% fat), 1, cup', '1', 'cup', 'Milk (long-life, 2% fat)'],
  ['Sourdough, 80% hydration, 200', '200', 'N/A', 'Sourdough, 80% hydration'],
  ['Eggs, N/A, 3', 'N/A', '3', 'Eggs'],
  ['Butter (soft, 1 stick)', 'N/A', 'N/A', 'Butter (soft, 1 stick)'],
  ['Brown sugar, 7 ounces (1 cup)', '7', 'ounces', 'Brown sugar (1 cup)'],
  ['Eggs, about 3', '3', 'N/A', 'Eggs'],
];

test.for(lines)('%s', ([line, quantity, unit, name]) => {
  expect(parseEntry('ingredients', line)).toEqual([{ line, isHeading: false, name, quantity, unit }]);
});
