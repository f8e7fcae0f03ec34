import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { allowAllBut, openConsole, screenRequests, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { button, field, press, type } from './editor.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

test.each(['/recipes/new', '/recipes/7/edit'])(
  '%s without the capability says so and calls nothing',
  async (address) => {
    allowAllBut('recipes:edit');
    await openConsole(address);
    await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
    expect(button('Save')).toBeNull();
    expect(screenRequests()).toEqual([]);
  },
);

test('an unknown recipe says so', async () => {
  await openConsole('/recipes/999999/edit');
  await screen.findByText('Recipe not found - Sorry, there is no recipe at this address');
  expect(button('Save')).toBeNull();
});

test('a deleted recipe is not edited before it is restored', async () => {
  const { id } = await addRecipe({ deleted_at: new Date() });
  await openConsole(`/recipes/${id}/edit`);
  await screen.findByText('This recipe is deleted. Restore it to edit it.');
  expect(button('Save')).toBeNull();
});

test('without the existing values everything can be typed, and Retry asks again', async () => {
  await addRecipe({ cuisine: 'Italian' });
  proxy.intercept = ({ url }) =>
    url.includes('/recipe-values') ? Response.json({ message: 'Broken.' }, { status: 500 }) : undefined;
  await openConsole('/recipes/new');
  await screen.findByText(
    'The existing values couldn’t be loaded, so nothing is suggested. You can type any.',
  );
  await type('Cuisine', 'Ital');
  expect((await field('Cuisine')).value).toBe('Ital');
  expect(screen.queryByRole('option', { name: 'Italian' })).toBeNull();
  proxy.intercept = null;
  await press('Retry');
  await waitFor(() => expect(button('Retry')).toBeNull());
  await type('Cuisine', 'Ita');
  await screen.findByRole('option', { name: 'Italian' });
});

test('a recipe that cannot be loaded offers Retry', async () => {
  const { id } = await addRecipe({ title: 'Soup' });
  proxy.intercept = ({ url }) =>
    url.includes('/recipes') ? Response.json({ message: 'Broken.' }, { status: 500 }) : undefined;
  await openConsole(`/recipes/${id}/edit`);
  await screen.findByText('The recipe couldn’t be loaded.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByDisplayValue('Soup');
});
