import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { recipe } from '#tests/api/imports/import.ts';
import { holdRowsAfter } from '#tests/setup/api/hold-rows.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../../add-recipe.ts';
import { axeViolations, openConsole, signInAsAdministrator, texts } from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';
import { calls, press } from '../editor.ts';
import {
  choose,
  confirm,
  emptyRecipes,
  findHeading,
  IMPORTS,
  readFiles,
  recipes,
  signInColleague,
} from './importing.ts';

beforeEach(async () => {
  stubDialogs();
  await emptyRecipes();
  await signInAsAdministrator();
});

const dishes = (count: number) => Array.from({ length: count }, (_, index) => recipe(`Dish ${index + 1}`));
const announced = () => texts('.imports > p[role="status"]').join();

test('an import shows its progress, stops, goes on and is undone', async () => {
  const colleague = await signInColleague();
  const id = await colleague.dryRun(dishes(30));
  const release = await holdRowsAfter(journey.db, id, 3);
  await openConsole(`/recipes/import?id=${id}`);
  await press('Import 30 recipes');
  await findHeading('Importing');
  expect(document.activeElement?.textContent).toBe('Importing');
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Importing' });
  expect(bar.max).toBe(30);
  await screen.findByText('3 of 30 recipes: 3 created');
  expect(announced()).toBe('Importing: 10% of 30.');
  expect(await axeViolations()).toEqual([]);
  await press('Stop');
  await findHeading('The import is stopped');
  expect(await recipes()).toHaveLength(3);
  await screen.findByRole('link', { name: '3 created' });
  await screen.findByText('Continuing will create 27 recipes as drafts.');
  expect(screen.getByRole('link', { name: 'Not imported yet 27' })).toBeTruthy();

  await release();
  await press('Continue');
  await findHeading('The import is done');
  await screen.findByRole('link', { name: '30 created' });
  expect(announced()).toBe('The import is done: 30 created.');
  expect(await recipes()).toHaveLength(30);
  await press('Undo this import');
  await confirm('Undo this import?', 'Undo this import');
  await findHeading('The import is undone');
  expect(await recipes()).toEqual([]);
});

test('colleagues and a reload see the same import, and asking ends with its work', async () => {
  const colleague = await signInColleague();
  const id = await colleague.dryRun(dishes(12));
  await openConsole(`/recipes/import?id=${id}`);
  await findHeading('What would be imported');
  expect(screen.getByText(`Import ${id} of`, { exact: false })).toBeTruthy();
  const release = await holdRowsAfter(journey.db, id, 3);
  await colleague.act(id, 'start');
  // A choice that comes too late shows what has happened.
  await press('Import 12 recipes');
  await findHeading('Importing');

  cleanup();
  await openConsole('/recipes/import');
  await screen.findByRole('link', { name: new RegExp(`^Import ${id} of`) });
  expect(texts('.imports tbody .badge')).toEqual(['Importing']);
  cleanup();
  await openConsole(`/recipes/import?id=${id}`);
  await findHeading('Importing');
  await release();
  await findHeading('The import is done');
  await screen.findByRole('link', { name: '12 created' });
  const polled = calls('GET', `${IMPORTS}/${id}`).length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(calls('GET', `${IMPORTS}/${id}`)).toHaveLength(polled);
});

test('the list of recipes is loaded again after an import', async () => {
  const { id: soupId } = await addRecipe({ title: 'Soup' });
  const colleague = await signInColleague();
  const id = await colleague.dryRun([recipe('Soup')]);
  await openConsole('/recipes');
  await screen.findByRole('link', { name: 'Soup' });
  act(() => navigate(`/recipes/import?id=${id}`));
  await press('Replace');
  await press('Import 1 recipe');
  await findHeading('The import is done');
  act(() => navigate('/recipes'));
  await waitFor(() => expect(calls('GET', '/admin/recipes')).toHaveLength(2));
  act(() => navigate(`/recipes/import?id=${id}`));
  const changed = recipeContent({ title: 'Changed soup' });
  expect((await colleague.put(`/admin/recipes/${soupId}`, { ...changed, version: 2 })).status).toBe(200);
  await press('Undo this import');
  await confirm('Undo this import?', 'Undo this import');
  await findHeading('The import is undone');
  await screen.findByText('It was changed or published after the import, so it was kept.');
  expect((await recipes()).map(({ title }) => title)).toEqual(['Changed soup']);
});

test('files go on uploading on another screen', async () => {
  await openConsole('/recipes/import');
  await choose(['a.csv', 'title\nSoup\n'], ['b.csv', 'title\nStew\n']);
  await waitFor(() => expect(location.search).toMatch(/^\?id=\d+$/));
  const address = location.pathname + location.search;
  await press('Back');
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  history.pushState(null, '', address);
  await findHeading('Choose files');
  await readFiles(2);
  await findHeading('What would be imported');
});
