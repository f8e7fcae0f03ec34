import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '#client/session.ts';
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
  await signInAsAdministrator();
});

async function addMany(count: number, values: Parameters<typeof addRecipe>[0] = {}) {
  for (let index = 1; index <= count; index += 1) {
    const created_at = new Date(Date.UTC(2999, 0, 1) - index * 60_000);
    await addRecipe({ title: `Dish ${index}`, created_at, ...values });
  }
}

const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const selectPage = async () => {
  // While loading, the box is disabled.
  await screen.findAllByRole('rowheader');
  await select('Select all on this page');
};
const bar = () => screen.findByRole('region', { name: 'Selected recipes' });
const selectedBar = () => screen.queryByRole('region', { name: 'Selected recipes' });
const recipes = () => db.selectFrom('recipes').selectAll().orderBy('title').execute();
const bulkCalls = () => calls('POST', '/admin/recipes/bulk');

test('a selection grows across pages and is announced; one call changes all of them', async () => {
  await addMany(12, { published_at: null });
  await openConsole('/recipes');
  await selectPage();
  expect(texts('p.visually-hidden[role="status"]')).toContain('10 selected');
  await press('Next');
  await select('Select Dish 12');
  expect((await bar()).querySelector('p')?.textContent).toBe('11 selected');
  expect(await axeViolations()).toEqual([]);
  await press('Publish');
  await expectNotice('11 recipes changed');
  expect(bulkCalls()).toHaveLength(1);
  const drafts = (await recipes()).filter(({ published_at }) => published_at === null);
  expect(drafts.map(({ title }) => title)).toEqual(['Dish 11']);
  const entries = await db
    .selectFrom('audit_entries')
    .select('recipe_ids')
    .where('action', '=', 'recipes_changed')
    .execute();
  expect(entries.map(({ recipe_ids }) => recipe_ids?.length)).toEqual([11]);

  await waitFor(() => expect(selectedBar()).toBeNull());
  expect(document.activeElement?.textContent).toBe('Recipes');
  await select('Select Dish 11');
  await bar();
  await press('Clear selection');
  expect(selectedBar()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Recipes');
});

test('with the Shift key a click chooses every row since the last one, in both directions', async () => {
  await addMany(6, { published_at: null });
  await openConsole('/recipes');
  const titles = (await screen.findAllByRole('checkbox', { name: /^Select Dish/ })).map(
    (box) => box.getAttribute('aria-label') ?? '',
  );
  const user = userEvent.setup();
  const press = (index: number) => user.click(screen.getByRole('checkbox', { name: titles[index] ?? '' }));
  const chosen = () => titles.map((name) => (isChecked(name) ? '1' : '0')).join('');
  const isChecked = (name: string) => (screen.getByRole('checkbox', { name }) as HTMLInputElement).checked;
  await press(1);
  await user.keyboard('{Shift>}');
  await press(3);
  expect(chosen()).toBe('011100');
  await user.keyboard('{/Shift}');
  await press(5);
  await user.keyboard('{Shift>}');
  await press(4);
  expect(chosen()).toBe('011111');
  await user.keyboard('{/Shift}');
  await press(3);
  await user.keyboard('{Shift>}');
  await press(1);
  await user.keyboard('{/Shift}');
  expect(chosen()).toBe('000011');
});

test('a selection survives other screens, with the new title and without what was deleted there', async () => {
  await addMany(12);
  await openConsole('/recipes?page=2');
  await select('Select Dish 11');
  await press('Previous');
  await select('Select Dish 1');
  await userEvent.click(screen.getByRole('link', { name: 'Dish 2' }));
  await screen.findByRole('heading', { level: 1, name: 'Dish 2' });
  expect(selectedBar()).toBeNull();
  await press('Back');
  expect((await bar()).querySelector('p')?.textContent).toBe('2 selected');
  expect(await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Dish 1' })).toHaveProperty(
    'checked',
    true,
  );

  await userEvent.click(screen.getByRole('link', { name: 'Dish 1' }));
  await press('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Dish 1”?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Restore' });
  await press('Back');
  expect((await bar()).querySelector('p')?.textContent).toBe('1 selected');

  const recipeId = (await recipes()).find(({ title }) => title === 'Dish 11')?.id;
  await db.updateTable('recipes').set({ title: 'Dish XI' }).where('id', '=', Number(recipeId)).execute();
  await userEvent.click(await screen.findByRole('link', { name: /^Dish (11|XI)$/ }));
  await screen.findByRole('heading', { level: 1, name: 'Dish XI' });
  await press('Unpublish');
  await expectNotice('The recipe is a draft again');
  await press('Back');
  await bar();
  await press('Delete');
  expect((await screen.findByRole('dialog', { name: 'Delete 1 recipe?' })).textContent).toContain(
    '“Dish XI”.',
  );
});

test('the selection ends with the session', async () => {
  await addMany(2);
  await openConsole('/recipes');
  await selectPage();
  await bar();
  endSession();
  await screen.findByRole('heading', { name: 'Sign in' });
  cleanup();
  await signInAsAdministrator();
  await openConsole('/recipes');
  await screen.findByRole('checkbox', { name: 'Select Dish 1' });
  expect(selectedBar()).toBeNull();
});

test('two quick presses send one change, and its result is said also after the list was left', async () => {
  await addMany(1, { published_at: null });
  await openConsole('/recipes');
  await selectPage();
  await bar();
  const answer = deferred();
  proxy.intercept = async ({ url }) => {
    if (url.endsWith('/bulk')) await answer.promise;
    return undefined;
  };
  const publish = screen.getByRole('button', { name: 'Publish' });
  publish.click();
  publish.click();
  await userEvent.click(screen.getByRole('link', { name: 'Dish 1' }));
  await screen.findByRole('button', { name: 'Print' });
  answer.resolve();
  await expectNotice('1 recipe changed');
  expect(bulkCalls()).toHaveLength(1);
  await press('Back');
  await screen.findByRole('checkbox', { name: 'Select Dish 1' });
  expect(selectedBar()).toBeNull();
});

test('Delete names what was chosen, and asks first; the deleted ones can be restored together', async () => {
  await addMany(7);
  await openConsole('/recipes');
  await selectPage();
  await bar();
  await press('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete 7 recipes?' });
  expect(dialog.textContent).toContain('“Dish 1”, “Dish 2”, “Dish 3”, “Dish 4”, “Dish 5” and 2 more.');
  expect(bulkCalls()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('No Record Found', { selector: '.empty p' });
  expect((await recipes()).every(({ deleted_at }) => deleted_at)).toBe(true);
  expect(document.activeElement?.textContent).toBe('Recipes');

  cleanup();
  await openConsole('/recipes?state=deleted');
  await screen.findByRole('link', { name: 'Dish 1' });
  await selectPage();
  await bar();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  await press('Restore');
  await waitFor(async () => expect((await recipes()).every(({ deleted_at }) => !deleted_at)).toBe(true));
});

test('meal types and tags are added and removed in the spelling that exists', async () => {
  await addRecipe({ title: 'A', meal_types: ['Breakfast'] });
  await addRecipe({ title: 'B' });
  await openConsole('/recipes');
  await selectPage();
  await press('Meal types and tags');
  await press('Add');
  await screen.findByText('Enter the meal type first.');
  const value = screen.getByLabelText<HTMLInputElement>('Value');
  await waitFor(() => expect(value.list?.options).toHaveLength(1));
  await userEvent.type(value, 'BREAKFAST');
  await press('Add');
  await expectNotice('1 recipe changed');
  expect((await recipes()).map(({ meal_types }) => meal_types)).toEqual([['Breakfast'], ['Breakfast']]);
  await press('Remove');
  await expectNotice('2 recipes changed');
  expect((await recipes()).map(({ meal_types }) => meal_types)).toEqual([[], []]);

  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Feature tag');
  await userEvent.clear(screen.getByLabelText('Value'));
  await userEvent.type(screen.getByLabelText('Value'), 'Vegan');
  await press('Add');
  await waitFor(async () =>
    expect((await recipes()).map(({ feature_tags }) => feature_tags)).toEqual([['Vegan'], ['Vegan']]),
  );
  expect(await axeViolations()).toEqual([]);
});

test('a recipe that a colleague deleted stops the change, and the selection stays', async () => {
  await addMany(2);
  await openConsole('/recipes');
  await selectPage();
  await bar();
  await db.updateTable('recipes').set({ deleted_at: new Date() }).where('title', '=', 'Dish 1').execute();
  await press('Unpublish');
  await expectAlert('One or more of these recipes have been deleted. Nothing was changed.');
  expect((await bar()).querySelector('p')?.textContent).toBe('2 selected');
});

test('more than 200 chosen recipes are changed in the background', async () => {
  await addMany(205, { published_at: null });
  await openConsole('/recipes');
  for (let page = 1; page <= 21; page += 1) {
    await screen.findByText(new RegExp(`^Showing ${page * 10 - 9} to`));
    await selectPage();
    if (page < 21) await press('Next');
  }
  await waitFor(async () => expect((await bar()).querySelector('p')?.textContent).toBe('205 selected'));
  await press('Publish');
  await screen.findByRole('region', { name: /Publish: 205 recipes$/ });
  await screen.findAllByText(/Done: 205 changed\./, {}, { timeout: 30_000 });
  expect(bulkCalls()).toHaveLength(0);
  expect((await recipes()).filter(({ published_at }) => published_at === null)).toEqual([]);
});
