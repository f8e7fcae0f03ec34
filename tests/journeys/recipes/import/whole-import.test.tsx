import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { pageOf, recipe } from '#tests/api/imports/import.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../../add-recipe.ts';
import { axeViolations, cellsOf, openConsole, signInAsAdministrator, texts } from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';
import { press } from '../editor.ts';
import { choose, confirm, emptyRecipes, findHeading, readFiles, recipes, rowTitles } from './importing.ts';

const { db } = journey;
const TABLE = 'Recipes in the files';

beforeEach(async () => {
  stubDialogs();
  await emptyRecipes();
  await signInAsAdministrator();
});

test('files become recipes after a look at what each would be, and an undo takes them back', async () => {
  const { id: soupId } = await addRecipe({ title: 'Soup', steps: ['Old step'] });
  await addRecipe({ title: 'Stew' });
  await openConsole('/recipes');
  await userEvent.click(await screen.findByRole('link', { name: 'Import' }));
  await findHeading('Choose files');
  await screen.findByText('No imports yet. They stay here for 30 days.');
  expect(await axeViolations()).toEqual([]);
  await choose(
    ['a.json', pageOf([recipe('soup!', { cookTime: 'some time' }), recipe('Stew'), recipe('Pie')])],
    ['b.csv', 'title,ingredients,servings\nBread,2 cups flour,2\n,salt,4\n'],
  );
  await readFiles(2);
  const id = Number(new URLSearchParams(location.search).get('id'));
  expect(id).toBeGreaterThan(0);

  await findHeading('What would be imported');
  expect(document.activeElement?.textContent).toBe('What would be imported');
  await screen.findByText(
    /Nothing has been stored yet. The import will create 2 recipes as drafts and skip 2\./,
  );
  expect(await recipes()).toHaveLength(2);
  await waitFor(() => expect(rowTitles()).toHaveLength(5));
  const rows = await cellsOf(TABLE);
  expect(rows.map((cells) => cells[1])).toEqual([
    'soup!a.json, recipe 1',
    'Stewa.json, recipe 2',
    'Piea.json, recipe 3',
    expect.stringContaining('Breadb.csv'),
    expect.stringContaining('b.csv'),
  ]);
  expect(rows[0]?.[2]).toBe(
    '2 ingredients, 2 steps, preparation 10 min, cooking time unknown, servings unknown, no picture',
  );
  expect(rows[0]?.[3]).toContain('Cooking time: ');
  expect(rows[0]?.[3]).toContain('“some time”');
  expect(await axeViolations()).toEqual([]);

  await press('Replace');
  await screen.findByText(/create 2 recipes as drafts and replace 2\./);
  await userEvent.selectOptions(await screen.findByLabelText('What to do with row 2, Stew'), 'Keep both');
  await screen.findByRole('button', { name: 'Import 4 recipes' });
  await screen.findByText(/create 3 recipes as drafts and replace 1\. 1 row can’t be imported\./);

  await press('Import 4 recipes');
  await findHeading('The import is done');
  await screen.findByRole('link', { name: '3 created' });
  expect(texts('.result-numbers a')).toEqual(['1 can’t be imported', '3 created', '1 replaced']);
  expect(document.activeElement?.tagName).toBe('H2');
  await userEvent.click(screen.getByRole('link', { name: '1 replaced' }));
  await waitFor(() => expect(texts('.import-rows tbody tr')).toHaveLength(1));
  expect(location.search).toBe(`?id=${id}&show=replaced`);
  const stored = await recipes();
  expect(stored.map(({ title }) => title)).toEqual(['soup!', 'Stew', 'Stew', 'Pie', 'Bread']);
  expect(stored.find((one) => one.id === soupId)?.steps).toEqual(['Mix.', 'Bake.']);
  await userEvent.click(await screen.findByRole('link', { name: 'Created 3' }));
  await waitFor(() => expect(rowTitles()).toEqual(['Stew', 'Pie', 'Bread']));
  expect(screen.getByRole('link', { name: 'Pie' }).getAttribute('href')).toBe(`/recipes/${stored[3]?.id}`);
  expect(screen.getByRole('link', { name: 'See the drafts' }).getAttribute('href')).toBe(
    '/recipes?state=draft',
  );
  expect(location.search).toBe(`?id=${id}&show=created`);
  expect(await axeViolations()).toEqual([]);

  const pie = stored.find(({ title }) => title === 'Pie');
  await db
    .updateTable('recipes')
    .set({ version: 2 })
    .where('id', '=', pie?.id ?? 0)
    .execute();
  await press('Undo this import');
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  expect(dialog.textContent).toContain('3 recipes it created will be deleted. 1 recipe it replaced');
  expect(dialog.textContent).toContain(
    'One of these recipes was changed or published since then, so it will stay as it is.',
  );
  await confirm('Undo this import?', 'Undo this import');
  await findHeading('The import is undone');
  await screen.findByRole('link', { name: '3 undone' });
  expect(texts('.result-numbers a')).toEqual(['1 can’t be imported', '3 undone', '1 kept']);
  expect((await recipes()).map(({ title }) => title)).toEqual(['Soup', 'Stew', 'Pie']);
  await userEvent.click(screen.getByRole('link', { name: 'Kept 1' }));
  await screen.findByText('It was changed or published after the import, so it was kept.');

  await userEvent.click(screen.getByRole('link', { name: 'All imports' }));
  await screen.findByRole('link', { name: new RegExp(`^Import ${id} of `) });
  expect(document.activeElement).not.toBe(document.body);
  expect(texts('.imports tbody .badge')).toEqual(['Undone']);
});

test('a pasted text is imported as a file, and stays until it is uploaded', async () => {
  await openConsole('/recipes/import');
  await press('Paste text');
  await press('Add the text');
  await screen.findByText('Paste some text first.');
  const area = screen.getByLabelText<HTMLTextAreaElement>('JSON-LD or CSV');
  expect(document.activeElement).toBe(area);
  await userEvent.click(area);
  await userEvent.paste(pageOf([recipe('Pasted pie')]));
  await press('Add the text');
  await screen.findByText('pasted.json');
  await waitFor(() => expect(area.value).toBe(''));
  expect(area.isConnected).toBe(true);
  await userEvent.click(area);
  await userEvent.paste('title,ingredients\nPasted bread,flour');
  await press('Add the text');
  await screen.findByText('pasted.csv');
  await readFiles(2);
  await findHeading('What would be imported');
  await waitFor(() => expect(rowTitles()).toEqual(['Pasted pie', 'Pasted bread']));
});

test('a file of another kind is a row that says why, and the import can be discarded', async () => {
  await openConsole('/recipes/import');
  await choose(['menu.txt', '%PDF-1.7 ...'], ['empty.json', '']);
  await screen.findByText('This file is empty. Choose a different file.');
  await screen.findByText('Retry the files that failed, or leave them out.');
  expect(screen.queryByRole('button', { name: 'Retry empty.json' })).toBeNull();
  await press('Leave out empty.json');
  expect(document.activeElement?.textContent).toBe('Choose files');
  await readFiles();
  await screen.findByText(/There’s nothing to import: no recipe could be read\./);
  await screen.findByText(/^This is a PDF document/);
  await press('Import 0 recipes');
  expect(journey.proxy.requests.filter(({ path }) => path.endsWith('/start'))).toEqual([]);
  await press('Discard');
  await confirm('Discard this import?', 'Discard');
  await findHeading('Choose files');
  expect(location.pathname + location.search).toBe('/recipes/import');
  expect(await db.selectFrom('background_jobs').select('id').execute()).toEqual([]);
});

test('many rows come in pages of 50, and problems and duplicates can be shown alone', async () => {
  await addRecipe({ title: 'Dish 7' });
  await openConsole('/recipes/import');
  const many = Array.from({ length: 60 }, (_, index) =>
    recipe(`Dish ${index + 1}`, index === 54 ? { cookTime: 'long' } : {}),
  );
  await choose(['many.json', pageOf(many)]);
  await readFiles();
  await screen.findByText('Showing 1 to 50 of 60');
  await press('Next');
  await screen.findByText('Showing 51 to 60 of 60');
  expect(location.search).toMatch(/^\?id=\d+&page=2$/);
  await userEvent.click(screen.getByRole('link', { name: 'With problems 1' }));
  await waitFor(() => expect(rowTitles()).toEqual(['Dish 55']));
  await userEvent.click(screen.getByRole('link', { name: 'Duplicates 1' }));
  await waitFor(() => expect(rowTitles()).toEqual(['Dish 7']));
  expect(screen.getByRole('link', { name: 'Dish 7' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'For the duplicate' })).toBeTruthy();
});
