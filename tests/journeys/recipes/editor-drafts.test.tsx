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
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { button, field, press, rowTexts, storedRecipe, type } from './editor.ts';

// jsdom has no IndexedDB, as a browser that blocks storage. tests/e2e/recipes/recipe-editor.test.ts has one.

const { db, proxy } = journey;

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  administrator = await signInAsAdministrator();
});

const goTo = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));

async function leaveAndReturn(address: string) {
  await goTo('Manage Recipes');
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  history.pushState(null, '', address);
}

function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

test('a browser that blocks storage is told once in the page', async () => {
  await openConsole('/recipes/new');
  await field('Title');
  expect(screen.getAllByText(/This browser can’t keep drafts/)).toHaveLength(1);
});

test('what was typed is offered when the screen is opened again, and restored', async () => {
  const { id } = await addRecipe({ title: 'Soup', steps: ['Cut.'] });
  await openConsole(`/recipes/${id}/edit`);
  await type('Title', 'Stew');
  await userEvent.click(await field('Step 1'));
  await userEvent.keyboard('{Enter}Cook.');
  expect(asksBeforeUnload()).toBe(true);
  await leaveAndReturn(`/recipes/${id}/edit`);
  await screen.findByText(/You have an unsaved draft of this recipe, from just now/);
  expect((await field('Title')).value).toBe('Soup');
  expect(await axeViolations()).toEqual([]);
  expect(asksBeforeUnload()).toBe(true);
  expect(button('Save')).toBeNull();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectAlert('Restore or discard the draft first.');

  await press('Restore draft');
  expect((await field('Title')).value).toBe('Stew');
  expect(rowTexts('Preparation steps')).toEqual([['Cut.'], ['Cook.']]);
  expect(document.activeElement).toBe(await field('Title'));
  await press('Save');
  await expectNotice('Recipe saved');
  expect(await storedRecipe()).toMatchObject({ title: 'Stew', steps: ['Cut.', 'Cook.'] });
  expect(asksBeforeUnload()).toBe(false);
  await leaveAndReturn(`/recipes/${id}/edit`);
  await field('Title');
  expect(button('Restore draft')).toBeNull();
});

test('a draft that is only looked at is offered again', async () => {
  const { id } = await addRecipe({ title: 'Soup' });
  await openConsole(`/recipes/${id}/edit`);
  await type('Title', 'Stew');
  for (let visit = 1; visit <= 2; visit += 1) {
    await leaveAndReturn(`/recipes/${id}/edit`);
    await screen.findByText(/You have an unsaved draft/);
  }
  await press('Restore draft');
  expect((await field('Title')).value).toBe('Stew');
});

test('what was typed during a save is a draft if the screen is left before its answer', async () => {
  const { id } = await addRecipe({ title: 'Soup' });
  await openConsole(`/recipes/${id}/edit`);
  await type('Title', 'Stew');
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'PUT' && (await slow.promise));
  await press('Save');
  await type('Title', 'Stew with beans');
  await goTo('Manage Recipes');
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  slow.resolve();
  await expectNotice('Recipe saved');
  history.pushState(null, '', `/recipes/${id}/edit`);
  await press('Restore draft');
  expect((await field('Title')).value).toBe('Stew with beans');
});

test('a discarded draft is gone', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Stew');
  await leaveAndReturn('/recipes/new');
  await press('Discard draft');
  expect((await field('Title')).value).toBe('');
  expect(asksBeforeUnload()).toBe(false);
  await leaveAndReturn('/recipes/new');
  await field('Title');
  expect(button('Restore draft')).toBeNull();
});

test('a form as it was loaded leaves no draft', async () => {
  const { id } = await addRecipe({ title: 'Soup' });
  await openConsole(`/recipes/${id}/edit`);
  await type('Title', 'Stew');
  await type('Title', 'Soup');
  await press('Add ingredient');
  await leaveAndReturn(`/recipes/${id}/edit`);
  await field('Title');
  expect(button('Restore draft')).toBeNull();
});

test('a draft of an older version shows what was saved since', async () => {
  const { id } = await addRecipe({ title: 'Soup' });
  await openConsole(`/recipes/${id}/edit`);
  await type('Description', 'Warm');
  await press('Save');
  await expectNotice('Recipe saved');
  await type('Title', 'Stew');
  await goTo('Manage Recipes');
  await db
    .updateTable('recipes')
    .set(({ eb }) => ({ title: 'Broth', version: eb('version', '+', 1) }))
    .execute();
  await openAgain(`/recipes/${id}/edit`);
  await press('Restore draft');
  await press('Save');
  await screen.findByRole('region', { name: /saved first/ });
  expect((await field('Title')).value).toBe('Stew');
});

/** Later than the answers of the cache count as fresh. */
async function openAgain(address: string) {
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  history.pushState(null, '', address);
}

test('Logout asks while something is unsaved', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Stew');
  await press('Logout');
  await screen.findByRole('dialog', { name: 'Log out without saving?' });
  await press('Cancel');
  expect((await field('Title')).value).toBe('Stew');
});

test('the end of a session keeps the form as it was typed', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Stew');
  await type('Step 1', 'Cook.');
  await db.deleteFrom('sessions').execute();
  await press('Save');
  await expectAlert('Failed to refresh token');
  await userEvent.type(await screen.findByLabelText('Password'), administrator.password);
  await press('Sign in');
  await waitFor(() => expect(location.pathname).toBe('/recipes/new'));
  expect((await field('Title')).value).toBe('Stew');
  expect((await field('Step 1')).value).toBe('Cook.');
  await press('Save');
  await expectNotice('Recipe saved as a draft');
});
