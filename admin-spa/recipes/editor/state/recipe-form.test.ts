import { expect, test } from 'vitest';
import { contentFrom, emptyForm, minutesText, secondsFrom } from './recipe-form.ts';

test.each([
  [1_500, '25'],
  [90, '1.5'],
  [100, '1.67'],
  [0, '0'],
  [null, ''],
])('%s seconds are %j minutes, and are sent unchanged unless edited', (seconds, minutes) => {
  expect(minutesText(seconds)).toBe(minutes);
  expect(secondsFrom(minutes, seconds)).toBe(seconds ?? 0);
});

test('edited minutes become seconds; an emptied time is 0', () => {
  expect(secondsFrom(' 2 ', 100)).toBe(120);
  expect(secondsFrom('', 100)).toBe(0);
});

test('blank texts become null, and texts lose the spaces around them', () => {
  const loaded = { preparation_time: 100, cooking_time: null };
  const form = {
    ...emptyForm,
    title: ' Soup ',
    preparation_time: '1.67',
    servings: '4',
    cuisine: ' ',
    meal_types: ['Lunch', ' LUNCH '],
    ingredients: [{ name: ' Leek ', quantity: ' 2', unit_type: '', is_primary: false }],
    steps: [' Cut.\nCook. '],
  };
  expect(contentFrom(form, loaded)).toEqual({
    title: 'Soup',
    description: '',
    image_url: null,
    videoURL: null,
    cuisine: null,
    cookingMethod: null,
    preparation_time: 100,
    cooking_time: 0,
    servings: 4,
    meal_types: ['Lunch'],
    feature_tags: [],
    promotional_tags: [],
    ingredients: [{ name: 'Leek', quantity: '2', unit_type: '', is_primary: false }],
    steps: ['Cut.\nCook.'],
    nutritionValues: [],
  });
});
