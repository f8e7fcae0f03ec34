import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useRecipeSelection } from '#console/recipes/list/selection.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { calls, press } from './editor.ts';

const { api, db, proxy } = journey;
const CHANGES = '/admin/recipe-changes';

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
  await signInAsAdministrator();
});

async function addMany(count: number) {
  for (let index = 1; index <= count; index += 1) await addRecipe({ title: `Dish ${index}` });
}

/** A change of all recipes that waits, or that has ended. */
async function addChange(values: { due_at?: Date; finished_at?: Date; state?: 'done' }) {
  const { id } = await db
    .insertInto('background_jobs')
    .values({
      kind: 'recipe_change',
      details: '{"change": {"action": "publish"}}',
      started_at: new Date(),
      started_by: 1,
      request_id: null,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const recipes = await db.selectFrom('recipes').select('id').execute();
  const result = values.finished_at ? 'changed' : 'pending';
  await db
    .insertInto('background_job_rows')
    .values(recipes.map((recipe, index) => ({ job_id: id, row: index + 1, recipe_id: recipe.id, result })))
    .execute();
  return id;
}

const failure = () =>
  Response.json({ message: 'Later.' }, { status: 500, headers: { 'access-control-allow-origin': '*' } });
const isList = ({ method, url }: Request) => method === 'GET' && url.endsWith(CHANGES);
const badges = () => texts('.table-frame tbody .badge').filter((text) => text === 'Draft');
const resultRows = () => texts('.ended-work tbody td').filter((text) => text === 'Changed');
const focused = () => document.activeElement;

test('the bar for all recipes gets the focus and is announced, and its end leaves the focus at the heading', async () => {
  await addMany(12);
  await openConsole('/recipes');
  await press('Select all 12 recipes');
  const bar = await screen.findByRole('region', { name: 'Selected recipes' });
  await waitFor(() => expect(focused()).toBe(bar));
  expect(texts('[role="status"]')).toContain('All 12 recipes selected');
  await press('Clear selection');
  expect(focused()?.textContent).toBe('Recipes');
});

test('a change that ends before it was listed loads the recipes again and is announced', async () => {
  await addMany(12);
  await openConsole('/recipes');
  await press('Select all 12 recipes');
  proxy.intercept = async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith(CHANGES)) return undefined;
    const { method, headers } = request;
    const answer = await fetch(api.base + CHANGES, { method, headers, body: await request.text() });
    await expect
      .poll(() => db.selectFrom('background_jobs').select('state').execute())
      .toEqual([{ state: 'done' }]);
    return answer;
  };
  await press('Unpublish');
  await expectNotice('Change started');
  await waitFor(() => expect(badges()).toHaveLength(10));
  expect(texts('[role="status"]')).toContain('Unpublish: 12 recipes. Done: 12 changed.');
});

test('a started change shows also while the changes cannot be loaded', async () => {
  await addMany(12);
  await openConsole('/recipes');
  await press('Select all 12 recipes');
  proxy.intercept = (request) => (isList(request) ? failure() : undefined);
  await press('Unpublish');
  await screen.findByRole('region', { name: 'Unpublish: 12 recipes' });
  await screen.findByText('The background changes couldn’t be loaded.');
  proxy.intercept = null;
  await press('Retry');
  await waitFor(() => expect(texts('.ended-work summary')).toEqual(['Changes of the last day (1)']));
  expect(screen.queryByText('The background changes couldn’t be loaded.')).toBeNull();
});

test('changes that cannot be loaded offer Retry', async () => {
  proxy.intercept = (request) => (isList(request) ? failure() : undefined);
  await addMany(1);
  await openConsole('/recipes');
  await screen.findByText('The background changes couldn’t be loaded.');
  await expectAlert('Later.');
});

test('the end of a change that was stopped leaves the focus at the heading', async () => {
  await addMany(1);
  await addChange({});
  await openConsole('/recipes');
  const running = await screen.findByRole('region', { name: 'Publish: 1 recipe' });
  const stop = within(running).getByRole('button', { name: /^Stop/ });
  await userEvent.click(stop);
  expect(focused()).toBe(stop);
  await waitFor(() => expect(running.isConnected).toBe(false));
  expect(focused()?.textContent).toBe('Recipes');
});

test('results have pages, which are announced, and a failure is said', async () => {
  await addMany(60);
  const id = await addChange({ state: 'done', finished_at: new Date() });
  await openConsole('/recipes');
  await userEvent.click(await screen.findByText('Changes of the last day (1)'));
  await press('Show results of Publish: 60 recipes');
  const page = () => texts('.ended-work [role="status"]');
  await waitFor(() => expect(page()).toEqual(['Page 1 of 2']));
  await waitFor(() => expect(resultRows()).toHaveLength(50));
  proxy.intercept = ({ url }) => (url.endsWith('/rows?page=2') ? failure() : undefined);
  const next = () => within(screen.getByRole('group')).getByRole('button', { name: 'Next' });
  await userEvent.click(next());
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await waitFor(() => expect(page()).toEqual(['Page 2 of 2']));
  await waitFor(() => expect(resultRows()).toHaveLength(10));
  expect(calls('GET', `${CHANGES}/${id}/rows`).map(({ query }) => query)).toEqual([
    '?page=1',
    '?page=2',
    '?page=2',
  ]);
});

test('many chosen recipes are no longer chosen when their change starts after the list was left', async () => {
  await addMany(201);
  const recipes = await db.selectFrom('recipes').select(['id', 'title']).execute();
  const chosen = new Map(recipes.map(({ id, title }) => [id, title]));
  useRecipeSelection.setState({ chosen, group: '', isFull: false });
  await openConsole('/recipes');
  const { promise, resolve } = deferred();
  proxy.intercept = async ({ method }) => (method === 'POST' ? void (await promise) : undefined);
  await press('Unpublish');
  await userEvent.click(screen.getByRole('link', { name: 'Manage Users' }));
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  resolve();
  await expectNotice('Change started');
  expect(useRecipeSelection.getState().chosen.size).toBe(0);
});

test('the result of a few recipes stays until it is closed, each number as a link to its recipes', async () => {
  await addRecipe({ title: 'Stew', published_at: null });
  await addRecipe({ title: 'Soup', published_at: new Date() });
  await addRecipe({ title: 'Salad', published_at: null });
  await openConsole('/recipes');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Stew' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Soup' }));
  await press('Publish');
  const card = within(await screen.findByRole('region', { name: 'Result of Publish: 2 recipes' }));
  const numbers = card.getAllByRole('link').map(({ textContent }) => textContent);
  expect(numbers).toEqual(['1 changed', '1 already like that']);
  await userEvent.click(card.getByRole('link', { name: '1 changed' }));
  const titles = () => texts('.recipes tbody th[scope="row"]');
  await waitFor(() => expect(titles()).toEqual(['Stew']));
  expect(location.search).toMatch(/^\?change=\d+&outcome=changed$/);
  await userEvent.click(screen.getByRole('link', { name: '1 already like that' }));
  await waitFor(() => expect(titles()).toEqual(['Soup']));
  await press(/^Remove the filter Bulk change/);
  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(location.search).toBe('');
  await press('Close the result of Publish: 2 recipes');
  expect(screen.queryByRole('region', { name: /^Result of/ })).toBeNull();
});

test('the result of a deletion leads to the deleted recipes, which can be restored there', async () => {
  await addRecipe({ title: 'Stew' });
  await addRecipe({ title: 'Soup' });
  await openConsole('/recipes');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Stew' }));
  await press('Delete');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('link', { name: '1 changed' }));
  await waitFor(() => expect(texts('.recipes tbody th[scope="row"]')).toEqual(['Stew']));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Stew' }));
  await screen.findByRole('button', { name: 'Restore' });
});
