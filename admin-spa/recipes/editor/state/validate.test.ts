import { expect, test } from 'vitest';
import { changeEditor, newRecipeState, stateOf } from './editor-state.ts';
import { emptyForm, type RecipeForm } from './recipe-form.ts';
import { isUnfinishedAddress, validate } from './validate.ts';

const loaded = { preparation_time: 100, cooking_time: null };
const errorsOf = (form: Partial<RecipeForm>) =>
  validate(stateOf({ ...emptyForm, title: 'Soup', ...form }), loaded, null);

test('a title is enough; empty rows are no mistake', () => {
  expect(Object.keys(validate(newRecipeState, loaded, null))).toEqual(['title']);
  const titled = changeEditor(newRecipeState, { type: 'text', field: 'title', value: 'Soup' });
  expect(validate(titled, loaded, null)).toEqual({});
});

test.each<[string, Partial<RecipeForm>, Record<string, string>]>([
  ['a blank title', { title: ' ' }, { title: 'Title is required' }],
  ['a long title', { title: 'a'.repeat(201) }, { title: 'Title can have at most 200 characters' }],
  [
    'an ingredient without a name',
    { ingredients: [{ name: ' ', quantity: '2', unit_type: '', is_primary: true }] },
    { 'ingredients.1.name': 'Name is required' },
  ],
  [
    'a nutrition value without a name',
    { nutritionValues: [{ name: '', value: '3 g' }] },
    { 'nutritionValues.1.name': 'Name is required' },
  ],
  [
    'a long step',
    { steps: ['a'.repeat(10_001)] },
    { 'steps.1.text': 'A step can have at most 10,000 characters' },
  ],
  ['half a minute', { cooking_time: '1.5' }, { cooking_time: 'Enter whole minutes, from 0 to 43,200.' }],
  ['no number', { cooking_time: 'an hour' }, { cooking_time: 'Enter whole minutes, from 0 to 43,200.' }],
  [
    'a month and a minute',
    { cooking_time: '43201' },
    { cooking_time: 'Enter whole minutes, from 0 to 43,200.' },
  ],
  ['no servings', { servings: '0' }, { servings: 'Enter a whole number from 1 to 1,000.' }],
  [
    'an address without a protocol',
    { videoURL: 'videos.example/7', image_url: '//evil.example/x' },
    {
      image_url: 'Enter a web address that begins with https:// or http://.',
      videoURL: 'Enter a web address that begins with https:// or http://.',
    },
  ],
])('%s', (_, form, errors) => {
  expect(errorsOf(form)).toEqual(errors);
});

test('loaded seconds that are no whole minutes are fine until they are edited', () => {
  expect(errorsOf({ preparation_time: '1.67' })).toEqual({});
  expect(Object.keys(errorsOf({ preparation_time: '1.68' }))).toEqual(['preparation_time']);
});

test('the provider’s own pictures have a path, and texts of real length fit', () => {
  const form = {
    title: 'a'.repeat(105),
    image_url: '/api/v1/pictures/egg.svg',
    ingredients: Array.from({ length: 74 }, () => ({
      name: 'a'.repeat(305),
      quantity: '1',
      unit_type: 'cup',
      is_primary: true,
    })),
    steps: Array.from({ length: 60 }, () => 'a'.repeat(2_029)),
  };
  expect(errorsOf(form)).toEqual({});
});

test('an address is not wrong while its beginning is typed', () => {
  expect(['', 'h', 'HTTPS:/', 'http://', '/'].every(isUnfinishedAddress)).toBe(true);
  expect(['x', 'https:x', '//'].some(isUnfinishedAddress)).toBe(false);
});

test('text that is no tag yet is no tag until its creation is chosen', () => {
  const withText = (typed: string) =>
    validate(
      changeEditor(stateOf({ ...emptyForm, title: 'Soup', meal_types: ['Lunch'] }), {
        type: 'tags',
        field: 'meal_types',
        tags: ['Lunch'],
        typed,
      }),
      loaded,
      { mealTypes: [{ value: 'Dinner', count: 3 }], featureTags: [], promotionalTags: [] },
    );
  expect(withText('Din')).toEqual({ meal_types: 'Choose Create “Din”, or clear the text' });
  expect(withText('dinner, Brunch')).toEqual({ meal_types: 'Choose Create “Brunch”, or clear the text' });
  for (const existing of ['', ' ', 'DINNER', 'lunch']) expect(withText(existing)).toEqual({});
});
