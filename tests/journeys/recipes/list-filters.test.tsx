import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { allowOnly, axeViolations, cellsOf, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { button, press } from './editor.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
  await addRecipe({
    title: 'Pancakes',
    meal_types: ['Breakfast'],
    cuisine: 'French',
    image_url: 'https://pictures.example/1.jpg',
    steps: ['Fry.'],
    nutrition_values: JSON.stringify([{ name: 'Protein', value: '4 g' }]),
    preparation_time: 900,
    updated_at: new Date(2026, 10, 1),
  });
  await addRecipe({
    title: 'Borscht',
    meal_types: ['Dinner'],
    feature_tags: ['Vegan'],
    published_at: null,
    cooking_time: 3_600,
    updated_at: new Date(2026, 10, 2),
  });
  await addRecipe({ title: 'Aspic', deleted_at: new Date() });
});

const titles = () => texts('tbody th[scope="row"]');
const showsTitles = (expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const choose = async (label: string, option: RegExp) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  await userEvent.selectOptions(select, await within(select).findByRole('option', { name: option }));
};
const listQueries = () =>
  proxy.requests.filter(({ path }) => path === '/admin/recipes').map(({ query }) => query);

test('the list shows the state of each recipe, and when it changed', async () => {
  await openConsole('/recipes');
  await showsTitles(['Borscht', 'Pancakes']);
  expect(texts('tbody .badge')).toEqual(['Draft', 'Published']);
  expect((await cellsOf('Recipes')).map((cells) => cells.slice(-2))).toEqual([
    ['Draft', '02/11/2026'],
    ['Published', '01/11/2026'],
  ]);
});

test.each([
  ['State', /^Draft \(1\)$/, 'state=draft', ['Borscht'], 'State: Draft'],
  ['State', /^Published \(1\)$/, 'state=published', ['Pancakes'], 'State: Published'],
  ['State', /^Deleted \(1\)$/, 'state=deleted', ['Aspic'], 'State: Deleted'],
  ['Needs attention', /^Anything missing \(1\)$/, 'needs=any', ['Borscht'], 'Needs attention: Anything'],
  ['Needs attention', /^No picture \(1\)$/, 'needs=picture', ['Borscht'], 'Needs attention: No picture'],
  ['Needs attention', /^No times \(1\)$/, 'needs=times', ['Borscht'], 'Needs attention: No times'],
  ['Meal type', /^Breakfast \(1\)$/, 'mealType=Breakfast', ['Pancakes'], 'Meal type: Breakfast'],
  ['Cuisine', /^French \(1\)$/, 'cuisine=French', ['Pancakes'], 'Cuisine: French'],
  ['Tag', /^Vegan \(1\)$/, 'tag=Vegan', ['Borscht'], 'Tag: Vegan'],
])('%s %s filters the rows, and is in the address', async (label, option, address, found, chip) => {
  await openConsole('/recipes');
  await press('Filters');
  await choose(label, option);
  await showsTitles(found);
  expect(location.search).toBe(`?${address}`);
  expect(button(new RegExp(`^Remove the filter ${chip}`))).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('a filter is removed by its chip, all of them at once, and Back brings them back', async () => {
  await openConsole('/recipes?state=draft&mealType=dinner&sort=title');
  await showsTitles(['Borscht']);
  await press(/^Remove the filter Meal type/);
  expect(location.search).toBe('?state=draft&sort=title');
  expect(document.activeElement).toBe(button('Filters'));
  await press('Clear all');
  await showsTitles(['Borscht', 'Pancakes']);
  expect(location.search).toBe('?sort=title');
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  history.back();
  await showsTitles(['Borscht']);
  expect(button(/^Remove the filter State: Draft/)).toBeTruthy();
});

test('a list that filters leave empty says so, and offers to clear them; the search stays', async () => {
  await openConsole('/recipes?keyword=borscht&state=published&sort=title');
  expect(await screen.findByText('No Record Found', { selector: '.empty p' })).toBeTruthy();
  expect(button('Clear search')).toBeTruthy();
  await press('Clear filters');
  await showsTitles(['Borscht']);
  expect(location.search).toBe('?keyword=borscht&sort=title');
  expect(document.activeElement).toBe(button('Filters'));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('a filtered address of another spelling is chosen in the panel', async () => {
  await openConsole('/recipes?mealType=BREAKFAST');
  await showsTitles(['Pancakes']);
  await press('Filters');
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLSelectElement>('Meal type')).value).toBe('Breakfast'),
  );
});

test('invalid values in the address are ignored', async () => {
  await openConsole('/recipes?state=eaten&needs=salt&sort=taste&order=up&mealType=');
  await showsTitles(['Borscht', 'Pancakes']);
  expect(listQueries()).toEqual(['?keyword=&page=1&pageSize=10']);
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test.each([
  ['Title', 'title', ['Borscht', 'Pancakes']],
  ['Preparation', 'preparation_time', ['Borscht', 'Pancakes']],
  ['Cooking', 'cooking_time', ['Pancakes', 'Borscht']],
  ['Changed', 'updated', ['Pancakes', 'Borscht']],
])('%s sorts ascending, then descending, then not', async (title, key, ascending) => {
  await openConsole('/recipes');
  await showsTitles(['Borscht', 'Pancakes']);
  const head = screen.getByRole('columnheader', { name: title });
  expect(head.getAttribute('aria-sort')).toBe('none');
  await press(title);
  await showsTitles(ascending);
  expect(location.search).toBe(`?sort=${key}`);
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  await press(title);
  await showsTitles([...ascending].reverse());
  expect(location.search).toBe(`?sort=${key}&order=desc`);
  expect(head.getAttribute('aria-sort')).toBe('descending');
  await press(title);
  expect(location.search).toBe('');
  expect(head.getAttribute('aria-sort')).toBe('none');
});

test('a filter goes to page 1, and stays on the next page', async () => {
  for (let index = 1; index <= 21; index += 1) await addRecipe({ title: `Dish ${index}` });
  await openConsole('/recipes?page=2');
  await screen.findByText('Showing 11 to 20 of 23');
  await press('Filters');
  await choose('State', /^Published/);
  await screen.findByText('Showing 1 to 10 of 22');
  await press('Next');
  await screen.findByText('Showing 11 to 20 of 22');
  expect(location.search).toBe('?state=published&page=2');
});

test('New recipe opens the editor', async () => {
  await openConsole('/recipes');
  const link = await screen.findByRole('link', { name: 'New recipe' });
  expect(link.getAttribute('href')).toBe('/recipes/new');
});

test('the total of recipes leads to the published ones', async () => {
  await openConsole('/');
  await userEvent.click(await screen.findByRole('link', { name: 'Total recipes' }));
  await showsTitles(['Pancakes']);
  expect(location.search).toBe('?state=published');
});

test('without capabilities exactly keyword, page and pageSize are sent, and nothing new is shown', async () => {
  allowOnly([]);
  const recipes = [{ id: 7, title: 'Stew', state: 'eaten' }];
  proxy.intercept = ({ url }) =>
    url.includes('recipe') ? Response.json({ status: 200, message: '', data: { recipes } }) : undefined;
  await openConsole('/recipes?state=published&sort=title&page=2');
  await showsTitles(['Stew']);
  expect(listQueries()).toEqual(['?keyword=&page=2&pageSize=10']);
  expect(proxy.requests.map(({ path }) => path)).not.toContain('/admin/recipe-values');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Logout',
    'Columns',
    'Previous',
    'Next',
  ]);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'New recipe' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'State' })).toBeNull();
});
