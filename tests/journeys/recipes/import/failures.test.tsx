import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { pageOf, recipe } from '#tests/api/imports/import.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../../add-recipe.ts';
import {
  allowAllBut,
  deferred,
  expectAlert,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';
import { button, calls, press } from '../editor.ts';
import {
  choose,
  confirm,
  emptyRecipes,
  findHeading,
  IMPORTS,
  readFiles,
  recipes,
  rowTitles,
  signInColleague,
} from './importing.ts';

const { api, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await emptyRecipes();
  await signInAsAdministrator();
});

const failure = ({ isHidden = false } = {}) =>
  Response.json(
    { message: 'Later.' },
    { status: 500, headers: isHidden ? {} : { 'access-control-allow-origin': '*' } },
  );

/** Every call to an address that ends so fails. Uploads need the header, or the browser hides the answer. */
function fail(method: string, end: RegExp, options?: { isHidden: boolean }) {
  proxy.intercept = (request) =>
    request.method === method && end.test(request.url) ? failure(options) : undefined;
}

test('files stay when the import cannot be created or they cannot be sent', async () => {
  fail('POST', /recipe-imports$/);
  await openConsole('/recipes/import');
  await choose(['a.json', pageOf([recipe('Soup')])]);
  await screen.findByText('Later.');
  fail('POST', /files\/a\.json$/);
  await press('Retry a.json');
  await waitFor(() => expect(calls('POST', IMPORTS)).toHaveLength(2));
  await screen.findByText('Later.');
  fail('POST', /files\/a\.json$/, { isHidden: true });
  await press('Retry a.json');
  await screen.findByText('The server can’t be reached. Check your connection and try again.');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Leave out a.json');
  await press('Read the files');
  await screen.findByText('Retry the files that failed, or leave them out.');
  expect(proxy.requests.filter(({ path }) => path.endsWith('/read'))).toEqual([]);
  fail('POST', /discard$/);
  await press('Discard');
  await confirm('Discard this import?', 'Discard');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry a.json');
  await readFiles();
  await findHeading('What would be imported');
  await waitFor(() => expect(rowTitles()).toEqual(['Soup']));
});

test('all files that failed are tried again at once, or left out', async () => {
  fail('POST', /files\//);
  await openConsole('/recipes/import');
  await choose(['a.csv', 'title\nA\n'], ['b.csv', 'title\nB\n'], ['c.csv', 'title\nC\n']);
  await waitFor(() => expect(screen.getAllByText('Later.')).toHaveLength(3));
  fail('POST', /files\/b\.csv$/);
  await press('Retry all 3');
  await screen.findByText('Later.');
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  await press('Leave out b.csv');
  await press('Read the files');
  await findHeading('What would be imported');
});

test('a pasted text stays in its field until it is uploaded', async () => {
  fail('POST', /files\//);
  await openConsole('/recipes/import');
  await press('Paste text');
  const area = screen.getByLabelText<HTMLTextAreaElement>('JSON-LD or CSV');
  await userEvent.click(area);
  await userEvent.paste('title\nSoup\n');
  await press('Add the text');
  await screen.findByText('Later.');
  expect(area.value).toBe('title\nSoup\n');
  await press('Leave out pasted.csv');
  expect(area.value).toBe('title\nSoup\n');
  expect(button('Add the text')).toBeTruthy();
  await press('Read the files');
  await screen.findByText('Add the pasted text, or clear its field.');
  expect(proxy.requests.filter(({ path }) => path.endsWith('/read'))).toEqual([]);
  await userEvent.clear(area);
  await screen.findByText('Add a file first.');
});

test('an answer from before an upload does not hide the uploaded file', async () => {
  await openConsole('/recipes/import');
  await choose(['a.csv', 'title\nA\n']);
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(1));
  const { promise, resolve } = deferred();
  let isHeld = false;
  proxy.intercept = async (request) => {
    if (request.url.endsWith('/read')) return failure();
    if (request.method !== 'GET' || !/recipe-imports\/\d+$/.test(request.url)) return undefined;
    const { pathname } = new URL(request.url);
    const early = await fetch(new URL(pathname, api.base), { headers: request.headers });
    isHeld = true;
    await promise;
    return early;
  };
  // The import is asked for again.
  await press('Read the files');
  await expectAlert('Later.');
  await waitFor(() => expect(isHeld).toBe(true));
  await choose(['b.csv', 'title\nB\n']);
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  resolve();
  await new Promise((done) => setTimeout(done, 300));
  expect(screen.getAllByText('Uploaded')).toHaveLength(2);
});

test('two quick presses read and start once', async () => {
  const double = async (name: string) => {
    const pressed = await screen.findByRole('button', { name });
    pressed.click();
    pressed.click();
  };
  await openConsole('/recipes/import');
  await choose(['a.json', pageOf([recipe('Soup')])]);
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(1));
  await double('Read the files');
  await findHeading('What would be imported');
  await double('Import 1 recipe');
  await findHeading('The import is done');
  const sent = proxy.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.split('/').at(-1));
  expect(sent).toEqual(['recipe-imports', 'a.json', 'read', 'start']);
  expect(document.querySelector('.toast')).toBeNull();
});

test('an action that fails after the screen was left says so', async () => {
  const colleague = await signInColleague();
  const id = await colleague.dryRun([recipe('Soup')]);
  await openConsole(`/recipes/import?id=${id}`);
  const { promise, resolve } = deferred();
  proxy.intercept = async ({ url }) => {
    if (!url.endsWith('/start')) return undefined;
    await promise;
    return failure();
  };
  await press('Import 1 recipe');
  await press('Back');
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  resolve();
  await expectAlert('Later.');
});

test('reading, choosing and starting can fail and be pressed again', async () => {
  await addRecipe({ title: 'Soup' });
  await openConsole('/recipes/import');
  await choose(['a.json', pageOf([recipe('Soup')])]);
  fail('POST', /read$/);
  await readFiles();
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Read the files');
  await findHeading('What would be imported');
  const select = await screen.findByLabelText<HTMLSelectElement>('What to do with row 1, Soup');
  fail('POST', /choices$/);
  await userEvent.selectOptions(select, 'Replace');
  await expectAlert('Later.');
  await waitFor(() => expect(select.value).toBe('skip'));
  expect(button('Import 0 recipes')).toBeTruthy();
  proxy.intercept = null;
  await userEvent.selectOptions(select, 'Replace');
  fail('POST', /start$/);
  await press('Import 1 recipe');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Import 1 recipe');
  await findHeading('The import is done');
  expect(await recipes()).toHaveLength(1);
});

test('what cannot be loaded offers Retry', async () => {
  const colleague = await signInColleague();
  const id = await colleague.dryRun([recipe('Soup')]);
  fail('GET', /recipe-imports\/\d+$/);
  await openConsole(`/recipes/import?id=${id}`);
  await screen.findByText('The import couldn’t be loaded.');
  fail('GET', /rows\?page=1&show=all$/);
  await press('Retry');
  await screen.findByText('The recipes couldn’t be loaded.');
  proxy.intercept = null;
  await press('Retry');
  await waitFor(() => expect(rowTitles()).toEqual(['Soup']));
  expect(document.activeElement?.textContent).toBe('Recipes in the files');
});

test.each(['abc', '0', '999999'])('an import with the id %s is not found', async (id) => {
  await openConsole(`/recipes/import?id=${id}`);
  await screen.findByText(/^Import not found/);
  expect(screen.getByRole('link', { name: 'Import recipes' }).getAttribute('href')).toBe('/recipes/import');
  expect(calls('GET', `${IMPORTS}/${id}`)).toHaveLength(id === '999999' ? 1 : 0);
});

test('without the capability nothing of imports is shown and called', async () => {
  allowAllBut('recipes:import');
  const { unmount } = await openConsole('/recipes/import');
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(screenRequests()).toEqual([]);
  unmount();
  await openConsole('/recipes');
  await screen.findByRole('link', { name: 'New recipe' });
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
});
