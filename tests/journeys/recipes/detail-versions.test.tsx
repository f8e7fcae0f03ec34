import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { call } from '#client/call.ts';
import { contentFrom, formFrom, type RecipeForm } from '#console/recipes/editor/state/recipe-form.ts';
import { updateRecipe } from '#contract/recipes/edit.ts';
import { readRecipe } from '#contract/recipes/read.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { button, press, storedRecipe } from './editor.ts';

const { db, api } = journey;

let recipeId = 0;
let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  administrator = await signInAsAdministrator();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  recipeId = (await addRecipe({ title: 'Soup', steps: ['Cut.', 'Cook.'] })).id;
});

async function save(changed: Partial<RecipeForm>) {
  const { data, version } = await call(readRecipe, { parameters: { recipeId } });
  const content = contentFrom({ ...formFrom(data), ...changed }, data);
  await call(updateRecipe, { parameters: { recipeId }, body: { ...content, version: version ?? 1 } });
}

async function showFirstVersion() {
  await save({ title: 'Broth', steps: ['Cut.', 'Boil.'] });
  await openConsole(`/recipes/${recipeId}`);
  await press('Show version 1');
  return screen.findByRole('group', { name: 'Version 1 and the recipe now' });
}

async function revert() {
  await press('Revert to this version');
  const dialog = await screen.findByRole('dialog', { name: 'Revert to version 1?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revert to this version' }));
}

test('each version says when, who, what kind and which fields', async () => {
  await save({ title: 'Broth', steps: ['Cut.', 'Boil.'] });
  await openConsole(`/recipes/${recipeId}`);
  await screen.findByRole('button', { name: 'Show version 1' });
  const [second, first] = await cellsOf('Versions');
  expect(second?.slice(0, 2)).toEqual(['2', '20/11/2026 09:05']);
  expect(second?.[2]).toContain(administrator.email);
  expect(second?.slice(3)).toEqual(['Saved', 'Title, Preparation steps', 'Shown above']);
  expect(first?.[0]).toBe('1');
  expect(first?.slice(2, 5)).toEqual(['–', 'Created', '–']);
  expect(await axeViolations()).toEqual([]);
});

test('Show compares a version with the recipe now, and Close returns to its button', async () => {
  const panel = await showFirstVersion();
  expect(document.activeElement).toBe(panel);
  await screen.findByRole('button', { name: 'Revert to this version' });
  expect(await cellsOf('Version 1 and the recipe now')).toEqual([
    ['Title', 'Soup', 'Broth'],
    ['Preparation steps', 'Cut.Cook.', 'Cut.Boil.'],
  ]);
  expect(await axeViolations()).toEqual([]);
  await press('Close');
  expect(document.activeElement).toBe(button('Show version 1'));
  expect(screen.queryByRole('group', { name: /^Version 1/ })).toBeNull();
});

test('Revert asks, saves the old content as a new version, and shows it', async () => {
  await showFirstVersion();
  await revert();
  await expectNotice('The recipe is back to version 1');
  await screen.findByRole('heading', { level: 1, name: 'Soup' });
  expect(await storedRecipe()).toMatchObject({ title: 'Soup', steps: ['Cut.', 'Cook.'], version: 3 });
  await waitFor(async () => expect((await cellsOf('Versions'))[0]?.[3]).toBe('Reverted'));
});

test('a revert after a colleague’s save shows that save and says so', async () => {
  await showFirstVersion();
  await screen.findByRole('button', { name: 'Revert to this version' });
  await save({ title: 'Bouillon' });
  await revert();
  await expectAlert(
    `${administrator.first_name} ${administrator.last_name} (${administrator.email}) saved version 3 first. It’s shown now, and nothing was reverted.`,
  );
  await screen.findByRole('heading', { level: 1, name: 'Bouillon' });
  expect(await storedRecipe()).toMatchObject({ title: 'Bouillon', version: 3 });
  await screen.findByRole('button', { name: 'Show version 2' });
});

test('a deleted recipe shows its versions, and reverts only after it is restored', async () => {
  await save({ title: 'Broth' });
  await db.updateTable('recipes').set({ deleted_at: new Date() }).execute();
  await openConsole(`/recipes/${recipeId}`);
  await press('Show version 1');
  await screen.findByRole('cell', { name: 'Broth' });
  expect(button('Revert to this version')).toBeNull();
});
