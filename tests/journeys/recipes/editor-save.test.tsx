import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  axeViolations,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { button, calls, field, press, storedRecipe, type } from './editor.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

test('a new recipe is saved as a draft with every field, and its address becomes the one to edit it', async () => {
  await openConsole('/recipes/new');
  await screen.findByRole('heading', { level: 1, name: 'New recipe' });
  expect(button('Publish')).toBeNull();
  await type('Title', ' Leek soup ');
  await type('Description', 'Warm.\nGreen.');
  await type('Ingredient 1 name', 'Leek');
  await type('Ingredient 1 quantity', '2');
  await type('Ingredient 1 unit', 'stalks');
  await userEvent.click(await field('Ingredient 1 mandatory'));
  await userEvent.type(await field('Step 1'), 'Cut.{Shift>}{Enter}{/Shift}Cook.');
  await type('Preparation (minutes)', '10');
  await type('Cooking (minutes)', '25');
  await type('Servings', '4');
  await type('Meal types', 'Dinner');
  await userEvent.keyboard('{Enter}Lunch,');
  await type('Cuisine', 'French');
  await type('Cooking method', 'Boiling');
  await type('Feature tags', 'Vegan');
  await userEvent.keyboard('{Enter}');
  await type('Promotional tags', 'Winter');
  await userEvent.click(await screen.findByRole('option', { name: 'Create “Winter”' }));
  await type('Picture address', 'https://pictures.example/leek.jpg');
  await type('Video address', 'https://videos.example/leek');
  await type('Nutrition value 1 name', 'Energy');
  await type('Nutrition value 1 value', '120 kcal');
  expect(await axeViolations()).toEqual([]);
  await press('Save');
  await expectNotice('Recipe saved as a draft');
  const { id, ...stored } = await storedRecipe();
  expect(stored).toMatchObject({
    title: 'Leek soup',
    description: 'Warm.\nGreen.',
    ingredients: [{ name: 'Leek', quantity: '2', unit_type: 'stalks', is_primary: false }],
    steps: ['Cut.\nCook.'],
    preparation_time: 600,
    cooking_time: 1_500,
    servings: 4,
    meal_types: ['Dinner', 'Lunch'],
    cuisine: 'French',
    cooking_method: 'Boiling',
    feature_tags: ['Vegan'],
    promotional_tags: ['Winter'],
    image_url: 'https://pictures.example/leek.jpg',
    video_url: 'https://videos.example/leek',
    nutrition_values: [{ name: 'Energy', value: '120 kcal' }],
  });
  await waitFor(() => expect(location.pathname).toBe(`/recipes/${id}/edit`));
  await screen.findByRole('heading', { level: 1, name: 'Leek soup' });
  await screen.findByText('Everything is saved');
  await waitFor(() => expect(document.activeElement).toBe(button('Save')));
  expect(button('Publish')).toBeTruthy();
});

test('Ctrl+S saves from any input, which keeps the focus; a second save replaces the version', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectNotice('Recipe saved as a draft');
  await waitFor(() => expect(location.pathname).toMatch(/\/edit$/));
  await waitFor(async () => expect(document.activeElement).toBe(await field('Title')));
  await userEvent.keyboard('!{Meta>}s{/Meta}');
  await expectNotice('Recipe saved');
  expect((await storedRecipe()).title).toBe('Soup!');
  expect(calls('POST', '/admin/recipes')).toHaveLength(1);
});

test('what is typed during a save stays, and is not saved yet', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await press('Save');
  await type('Description', 'Hot');
  await type('Step 1', 'Stir');
  slow.resolve();
  await expectNotice('Recipe saved as a draft');
  await waitFor(() => expect(location.pathname).toMatch(/\/edit$/));
  expect((await field('Description')).value).toBe('Hot');
  expect((await field('Step 1')).value).toBe('Stir');
  await screen.findByText('Unsaved changes');
  await press('Save');
  await expectNotice('Recipe saved');
  expect(await storedRecipe()).toMatchObject({ description: 'Hot', steps: ['Stir'] });
});

test('a save is sent once, however often it is pressed', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Control>}s{/Control}');
  slow.resolve();
  await expectNotice('Recipe saved as a draft');
  expect(calls('POST', '/admin/recipes')).toHaveLength(1);
});

test('mistakes are named beside their fields, the first one has the focus, and nothing is sent', async () => {
  await openConsole('/recipes/new');
  await type('Ingredient 1 quantity', '2');
  await type('Cooking (minutes)', 'long');
  await press('Save');
  expect(document.activeElement).toBe(await field('Title'));
  expect(texts('.error')).toEqual([
    'Title is required',
    'Name is required',
    'Enter whole minutes, from 0 to 43,200.',
  ]);
  expect(await axeViolations()).toEqual([]);
  await type('Title', 'Soup');
  await press('Save');
  expect(document.activeElement).toBe(await field('Ingredient 1 name'));
  expect(calls('POST', '/admin/recipes')).toEqual([]);
});

test('addresses are checked as they are typed', async () => {
  await openConsole('/recipes/new');
  const address = await field('Video address');
  await userEvent.type(address, 'htt');
  expect(texts('.error')).toEqual([]);
  await userEvent.type(address, 'x://a');
  expect(texts('.error')).toEqual(['Enter a web address that begins with https:// or http://.']);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  await type('Video address', 'https://videos.example/7');
  expect(texts('.error')).toEqual([]);
  await type('Picture address', 'https://pictures.example/egg.jpg');
  await waitFor(() =>
    expect(document.querySelector('.preview img')?.getAttribute('src')).toBe(
      'https://pictures.example/egg.jpg',
    ),
  );
});

test('seconds that are no whole minutes stay unless they are edited', async () => {
  const { id } = await addRecipe({ preparation_time: 100, cooking_time: 90 });
  await openConsole(`/recipes/${id}/edit`);
  expect((await field('Preparation (minutes)')).value).toBe('1.67');
  await type('Cooking (minutes)', '2');
  await press('Save');
  await expectNotice('Recipe saved');
  expect(await storedRecipe()).toMatchObject({ preparation_time: 100, cooking_time: 120 });
});

test('another spelling of an existing value becomes the existing one', async () => {
  await addRecipe({ title: 'Crêpe', cuisine: 'Française', meal_types: ['Goûter'], feature_tags: ['Vegan'] });
  await openConsole('/recipes/new');
  await type('Title', 'Galette');
  await userEvent.type(await field('Cuisine'), 'francai');
  await screen.findByRole('option', { name: 'Française' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect((await field('Cuisine')).value).toBe('Française');
  await type('Feature tags', ' VEGAN ');
  await userEvent.keyboard('{Enter}');
  expect(button('Remove feature tag Vegan')).toBeTruthy();
  await type('Meal types', 'gouter');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectNotice('Recipe saved as a draft');
  const saved = await db
    .selectFrom('recipes')
    .selectAll()
    .where('title', '=', 'Galette')
    .executeTakeFirstOrThrow();
  expect(saved).toMatchObject({ cuisine: 'Française', meal_types: ['Goûter'], feature_tags: ['Vegan'] });
});

test('the beginning of an existing tag finds it, and text that is left in the box is no tag', async () => {
  await addRecipe({ title: 'Stew', meal_types: ['Dinner'] });
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await type('Meal types', 'Din');
  await waitFor(() => expect(texts('[role=option]')).toEqual(['Dinner', 'Create “Din”']));
  await userEvent.keyboard('{Enter}');
  expect(button('Remove meal type Dinner')).not.toBeNull();

  await type('Feature tags', 'Quick');
  await press('Save');
  await waitFor(() => expect(texts('.error')).toEqual(['Choose Create “Quick”, or clear the text']));
  const box = await field('Feature tags');
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe('Quick');

  // Closed with Escape, the list opens again before Enter chooses.
  await userEvent.type(box, 'er{Escape}{Enter}');
  expect(button('Remove feature tag Quicker')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(button('Remove feature tag Quicker')).not.toBeNull();
  await press('Save');
  await expectNotice('Recipe saved as a draft');
});

test('tags are removed by their buttons, or with Backspace in the empty input', async () => {
  const { id } = await addRecipe({ meal_types: ['Lunch', 'Dinner', 'Snack'] });
  await openConsole(`/recipes/${id}/edit`);
  await press('Remove meal type Dinner');
  expect(document.activeElement).toBe(await field('Meal types'));
  await userEvent.keyboard('{Backspace}');
  expect(texts('.chosen bdi')).toEqual(['Lunch']);
});

test.each([
  ['the server’s message', Response.json({ message: 'No more today.' }, { status: 422 }), 'No more today.'],
  ['our words', new Response('<b>oops</b>', { status: 502 }), 'The server had a problem. Please try again.'],
])('a failed save shows %s and keeps everything', async (_, answer, message) => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await type('Step 1', 'Stir');
  proxy.intercept = ({ method }) => (method === 'POST' ? answer : undefined);
  await press('Save');
  await expectAlert(message);
  expect((await field('Title')).value).toBe('Soup');
  expect((await field('Step 1')).value).toBe('Stir');
  expect(location.pathname).toBe('/recipes/new');
});

test('Publish saves what is typed first, and Unpublish makes it a draft again', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await press('Save');
  await expectNotice('Recipe saved as a draft');
  await waitFor(() => expect(location.pathname).toMatch(/\/edit$/));
  await type('Title', 'Stew');
  await press('Publish');
  await expectNotice('Recipe published');
  expect(await storedRecipe()).toMatchObject({ title: 'Stew', published_at: expect.any(Date) });
  await press('Unpublish');
  await expectNotice('The recipe is a draft again');
  expect((await storedRecipe()).published_at).toBeNull();
  await type('Title', 'Broth');
  await press('Save');
  await waitFor(async () => expect((await storedRecipe()).title).toBe('Broth'));
});
