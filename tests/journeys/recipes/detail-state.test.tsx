import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowOnly,
  axeViolations,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { button, calls, press, storedRecipe } from './editor.ts';

const { db, proxy, api } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
});

async function confirm(name: string, title: string) {
  await press(name);
  const dialog = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(dialog).getByRole('button', { name }));
}

test('the detail leads to the editor', async () => {
  const { id } = await addRecipe();
  await openConsole(`/recipes/${id}`);
  const link = await screen.findByRole('link', { name: 'Edit' });
  expect(link.getAttribute('href')).toBe(`/recipes/${id}/edit`);
});

test('a draft is published, and is a draft again; the badge follows and the button keeps the focus', async () => {
  const { id } = await addRecipe({ published_at: null });
  await openConsole(`/recipes/${id}`);
  await waitFor(() => expect(texts('.whose .badge')).toEqual(['Draft']));
  await press('Publish');
  await expectNotice('Recipe published');
  expect(texts('.whose .badge')).toEqual(['Published']);
  expect(document.activeElement).toBe(button('Unpublish'));
  expect((await storedRecipe()).published_at).toEqual(api.clock.now);
  await press('Unpublish');
  await expectNotice('The recipe is a draft again');
  expect(texts('.whose .badge')).toEqual(['Draft']);
  expect((await storedRecipe()).published_at).toBeNull();
});

test('Delete says what goes and for how long it can be undone; Restore undoes it', async () => {
  const { id } = await addRecipe();
  await openConsole(`/recipes/${id}`);
  await press('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Soup”?' });
  expect(dialog.textContent).toContain(
    'In 30 days it’s permanently deleted, with its picture and its versions.',
  );
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls('POST', `/admin/recipes/${id}/delete`)).toEqual([]);

  await confirm('Delete', 'Delete “Soup”?');
  await expectNotice('Recipe deleted. You can restore it for 30 days.');
  await screen.findByText(/^This recipe was deleted on/);
  expect(texts('.deleted-notice')).toEqual([
    'This recipe was deleted on 20/11/2026 09:05. You can restore it until 20/12/2026.',
  ]);
  expect(texts('.whose .badge')).toEqual(['Deleted']);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(button('Publish')).toBeNull();
  expect(button('Unpublish')).toBeNull();
  expect((await storedRecipe()).deleted_at).toEqual(api.clock.now);
  expect(await axeViolations()).toEqual([]);

  await press('Restore');
  await waitFor(() => expect(texts('.whose .badge')).toEqual(['Published']));
  expect(screen.queryByText(/This recipe was deleted/)).toBeNull();
  expect((await storedRecipe()).deleted_at).toBeNull();
});

test('publishing a recipe that a colleague deleted says so and shows it as deleted', async () => {
  const { id } = await addRecipe({ published_at: null });
  await openConsole(`/recipes/${id}`);
  await screen.findByRole('button', { name: 'Publish' });
  await db.updateTable('recipes').set({ deleted_at: new Date() }).execute();
  await press('Publish');
  await expectAlert('This recipe has been deleted. Restore it before you edit it.');
  await screen.findByRole('button', { name: 'Restore' });
});

test('servings are a fact if the recipe has them', async () => {
  const { id } = await addRecipe({ servings: 4 });
  await openConsole(`/recipes/${id}`);
  const term = await screen.findByText('Servings', { selector: 'dt' });
  expect(term.nextSibling?.textContent).toBe('4');
});

test('two quick presses send one change, and its result is said also after the recipe was left', async () => {
  const { id } = await addRecipe({ published_at: null });
  await openConsole(`/recipes/${id}`);
  const publish = await screen.findByRole('button', { name: 'Publish' });
  const answer = deferred();
  proxy.intercept = async ({ url }) => {
    if (url.endsWith('/publish')) await answer.promise;
    return undefined;
  };
  publish.click();
  publish.click();
  await press('Back');
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  answer.resolve();
  await expectNotice('Recipe published');
  expect(calls('POST', `/admin/recipes/${id}/publish`)).toHaveLength(1);
});

test('Print prints the page', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { id } = await addRecipe();
  await openConsole(`/recipes/${id}`);
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('who only reads recipes sees the state and can print', async () => {
  allowOnly(['recipes:filter']);
  const { id } = await addRecipe();
  await openConsole(`/recipes/${id}`);
  await screen.findByRole('button', { name: 'Print' });
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['Logout', 'Print', 'Back']);
  expect(document.querySelector('.badge')?.textContent).toBe('Published');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('without capabilities a recipe has none of this', async () => {
  allowOnly([]);
  proxy.intercept = ({ url }) =>
    url.includes('/recipes')
      ? Response.json({ status: 200, message: '', data: { id: 7, title: 'Stew', ingredients: [] } })
      : undefined;
  await openConsole('/recipes/7');
  await screen.findByText('No ingredients added');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Logout', 'Back']);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(document.querySelector('.badge')).toBeNull();
  expect(screen.queryByText('Servings')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Versions' })).toBeNull();
  const paths = proxy.requests.map(({ path }) => path).filter((path) => path.includes('recipe'));
  expect(paths).toEqual(['/admin/recipes/7']);
});
