import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fileName } from '#console/ui/list/export.tsx';
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
import { calls, press } from './editor.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
  await signInAsAdministrator();
});

async function addMany(count: number, values: Parameters<typeof addRecipe>[0] = {}) {
  for (let index = 1; index <= count; index += 1) await addRecipe({ title: `Dish ${index}`, ...values });
}

const recipes = () => db.selectFrom('recipes').selectAll().orderBy('id').execute();
const bar = () => screen.findByRole('region', { name: 'Selected recipes' });

test('every recipe that the list shows is changed in the background, and the result is shown', async () => {
  await addMany(12, { cuisine: 'Thai', published_at: null });
  await addMany(3, { published_at: null });
  await openConsole('/recipes?cuisine=Thai');
  await press('Select all 12 recipes');
  expect((await bar()).querySelector('p')?.textContent).toBe('All 12 recipes selected');
  expect(await axeViolations()).toEqual([]);
  await press('Publish');
  await userEvent.click(await screen.findByText('Changes of the last day (1)'));
  expect(texts('.ended-work strong')).toEqual(['Publish: 12 recipes']);
  expect(screen.getAllByText(/Done: 12 changed\./)).toHaveLength(2);
  await press('Show results of Publish: 12 recipes');
  const table = await screen.findByRole('table', { name: 'Results of Publish: 12 recipes' });
  await waitFor(() => expect(within(table).getAllByText('Changed')).toHaveLength(12));
  expect(await axeViolations()).toEqual([]);
  expect((await recipes()).filter(({ published_at }) => published_at).length).toBe(12);
  expect(screen.queryByRole('region', { name: 'Selected recipes' })).toBeNull();
});

test('a choice of single recipes ends the selection of all', async () => {
  await addMany(12);
  await openConsole('/recipes');
  const choose = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
  await screen.findByRole('rowheader', { name: 'Dish 12' });
  await choose('Select all on this page');
  await press('Select all 12 recipes');
  expect((await bar()).querySelector('p')?.textContent).toBe('All 12 recipes selected');
  await choose('Select Dish 12');
  expect((await bar()).querySelector('p')?.textContent).toBe('9 selected');
});

test('a change that runs is seen by everyone, and can be stopped', async () => {
  await addMany(1);
  const [recipe] = await recipes();
  const { id } = await db
    .insertInto('background_jobs')
    // Not due, so that it stays as it is.
    .values({
      kind: 'recipe_change',
      details: '{"change": {"action": "publish"}}',
      started_at: new Date(),
      started_by: 1,
      request_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('background_job_rows')
    .values({ job_id: id, row: 1, recipe_id: recipe?.id ?? 0 })
    .execute();
  await openConsole('/recipes');
  const running = await screen.findByRole('region', { name: 'Publish: 1 recipe' });
  expect(within(running).getByRole('progressbar').getAttribute('max')).toBe('1');
  expect(within(running).getByText('0 of 1')).toBeTruthy();
  await userEvent.click(within(running).getByRole('button', { name: /^Stop/ }));
  await waitFor(async () =>
    expect((await db.selectFrom('background_jobs').select('state').execute())[0]?.state).toBe('stopped'),
  );
});

test('a list that has changed since it was counted is refused, and says so', async () => {
  await addMany(12);
  await openConsole('/recipes');
  await screen.findByRole('button', { name: 'Select all 12 recipes' });
  await addMany(1);
  await press('Select all 12 recipes');
  await press('Unpublish');
  await expectAlert('There are now 13 recipes. Nothing was changed. Check the list again.');
});

test('other filters end the selection of all', async () => {
  await addMany(12, { cuisine: 'Thai' });
  await openConsole('/recipes');
  await press('Select all 12 recipes');
  await bar();
  await userEvent.type(screen.getByRole('searchbox'), 'Dish 1');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected recipes' })).toBeNull());
});

test('an export is saved as a file with the list’s filters, and the address holds no token', async () => {
  await addMany(2, { cuisine: 'Thai' });
  await addMany(1);
  const saved: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}` }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  await openConsole('/recipes?cuisine=Thai&sort=title');
  await press('Export');
  await screen.findByText('Export 2 recipes, as listed here:');
  await press('JSON-LD');
  await expectNotice(`${fileName(['recipes', 'Thai'], 'json', new Date())} has been saved`);
  const file = JSON.parse((await saved[0]?.text()) ?? '');
  expect(file['@graph'].map(({ name }: { name: string }) => name)).toEqual(['Dish 1', 'Dish 2']);
  expect(calls('GET', '/admin/recipe-export').map(({ query }) => query)).toEqual([
    '?cuisine=Thai&sort=title&format=jsonld',
  ]);
});

test('an export that fails says that nothing was saved', async () => {
  await addMany(1);
  await openConsole('/recipes');
  await press('Export');
  proxy.intercept = ({ url, method }) =>
    method === 'GET' && url.includes('/admin/recipe-export')
      ? Response.json(
          { status: 500, message: 'Something went wrong on our end.' },
          { status: 500, headers: { 'access-control-allow-origin': '*' } },
        )
      : undefined;
  await press('CSV');
  await expectAlert('Nothing was saved. Something went wrong on our end.');
  expect((await screen.findByRole('button', { name: 'CSV' })).getAttribute('aria-disabled')).toBeNull();
});

test('an export is canceled, says so, and gives the focus back', async () => {
  await addMany(1);
  await openConsole('/recipes');
  await press('Export');
  const { promise, resolve } = deferred();
  proxy.intercept = async ({ url }) =>
    url.includes('/admin/recipe-export') ? void (await promise) : undefined;
  await press('CSV');
  expect(texts('.export-panel [role="status"]')).toEqual(['Downloading…']);
  await press('Cancel');
  await waitFor(() => expect(texts('.export-panel [role="status"]')).toEqual(['Export canceled']));
  expect(document.activeElement?.textContent).toBe('JSON-LD');
  expect(document.querySelector('.toast')).toBeNull();
  resolve();
});
