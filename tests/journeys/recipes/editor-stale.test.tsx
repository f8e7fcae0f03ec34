import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { call } from '#client/call.ts';
import { contentFrom, formFrom, type RecipeForm } from '#console/recipes/editor/state/recipe-form.ts';
import { updateRecipe } from '#contract/recipes/edit.ts';
import { readRecipe } from '#contract/recipes/read.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { axeViolations, cellsOf, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { field, press, rowTexts, storedRecipe, type } from './editor.ts';

const { db, api } = journey;

let recipeId = 0;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  const { id } = await addRecipe({
    title: 'Soup',
    description: 'Warm',
    steps: ['Cut.', 'Cook.'],
    cuisine: 'Thai',
  });
  recipeId = id;
});

async function saveAsColleague(changed: Partial<RecipeForm>) {
  const { data, version } = await call(readRecipe, { parameters: { recipeId } });
  const content = contentFrom({ ...formFrom(data), ...changed }, data);
  await call(updateRecipe, { parameters: { recipeId }, body: { ...content, version: version ?? 1 } });
}

/** Edits title and steps, while a colleague saves title, steps and cuisine. */
async function causeConflict() {
  await openConsole(`/recipes/${recipeId}/edit`);
  await type('Title', 'Stew');
  await type('Step 2', 'Cook slowly.');
  await saveAsColleague({ title: 'Broth', steps: ['Cut.', 'Boil.'], cuisine: 'Lao' });
  await press('Save');
  return screen.findByRole('region', { name: /saved first/ });
}

test('a stale save shows both versions of the fields that differ, and keeps what was typed', async () => {
  const panel = await causeConflict();
  expect(document.activeElement).toBe(panel);
  const title = within(panel).getByRole('heading').textContent ?? '';
  expect(title).toMatch(/ saved first, on 20\/11\/2026 09:05$/);
  expect((await cellsOf(title)).map((cells) => cells.slice(0, 3))).toEqual([
    ['Title', 'Broth', 'Stew'],
    ['Preparation steps', 'Boil.1 line that both have', 'Cook slowly.1 line that both have'],
  ]);
  expect((await field('Title')).value).toBe('Stew');
  expect((await field('Cuisine')).value).toBe('Lao');
  expect(await storedRecipe()).toMatchObject({ title: 'Broth', steps: ['Cut.', 'Boil.'] });
  expect(await axeViolations()).toEqual([]);
});

test('steps that differ in their order only are all shown', async () => {
  await openConsole(`/recipes/${recipeId}/edit`);
  await userEvent.click(await field('Step 2'));
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await type('Title', 'Stew');
  await saveAsColleague({ title: 'Broth' });
  await press('Save');
  await screen.findByRole('region', { name: /saved first/ });
  expect((await field('Step 1')).value).toBe('Cook.');
  const panel = screen.getByRole('region', { name: /saved first/ });
  const rows = await cellsOf(within(panel).getByRole('heading').textContent ?? '');
  expect(rows.map((cells) => cells.slice(0, 3))).toContainEqual([
    'Preparation steps',
    'In another order:Cut.Cook.',
    'In another order:Cook.Cut.',
  ]);
});

test('either side can be chosen for each field; the save goes on top of the newer version', async () => {
  await causeConflict();
  await press('Take theirs: Preparation steps');
  expect(rowTexts('Preparation steps')).toEqual([['Cut.'], ['Boil.']]);
  await press('Take theirs: Title');
  await press('Keep mine: Title');
  expect((await field('Title')).value).toBe('Stew');
  await press('Save');
  await expectNotice('Recipe saved');
  expect(await storedRecipe()).toMatchObject({ title: 'Stew', steps: ['Cut.', 'Boil.'], cuisine: 'Lao' });
  expect(screen.queryByRole('region', { name: /saved first/ })).toBeNull();
});

test('Keep mine brings back what was typed last, also after theirs was taken', async () => {
  await causeConflict();
  await type('Title', 'Stew of leeks');
  await press('Take theirs: Title');
  expect((await field('Title')).value).toBe('Broth');
  await press('Keep mine: Title');
  expect((await field('Title')).value).toBe('Stew of leeks');
});

test('a second conflict is shown too', async () => {
  await causeConflict();
  await saveAsColleague({ title: 'Bouillon' });
  await userEvent.click(await field('Title'));
  await press('Save');
  await screen.findByRole('cell', { name: 'Bouillon' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: /saved first/ }));
  await press('Save');
  await expectNotice('Recipe saved');
  expect((await storedRecipe()).title).toBe('Stew');
});
