import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  headingsOf,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../console.tsx';

const { db, proxy } = journey;

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

async function addMany(count: number) {
  for (let index = 1; index <= count; index += 1) {
    await addRecipe({ title: `Dish ${index}`, created_at: new Date(Date.UTC(2999, 0, 1) - index * 60_000) });
  }
}

test('a row shows title, description, meal types and times in minutes', async () => {
  const { id } = await addRecipe({
    title: 'Crème brûlée',
    description: 'Cream, burnt.',
    preparation_time: 900,
    cooking_time: 90,
    meal_types: ['Dessert', 'Snack'],
    updated_at: new Date(2026, 10, 20),
  });
  await openConsole('/recipes');
  const link = await screen.findByRole('link', { name: 'Crème brûlée' });
  expect(link.getAttribute('href')).toBe(`/recipes/${id}`);
  expect(headingsOf('Recipes')).toEqual([
    '',
    'Image',
    'Title',
    'Meal types',
    'Preparation',
    'Cooking',
    'State',
    'Changed',
  ]);
  expect(await cellsOf('Recipes')).toEqual([
    ['', '', 'Crème brûléeCream, burnt.', 'Dessert, Snack', '15 min', '1.5 min', 'Published', '20/11/2026'],
  ]);
});

test('a description is cut after 100 graphemes', async () => {
  const family = '👨‍👩‍👧';
  await addRecipe({ description: `${'a'.repeat(99)}${family}${family}` });
  await openConsole('/recipes');
  expect(await screen.findByText(`${'a'.repeat(99)}${family}…`)).toBeTruthy();
});

test('a missing picture is replaced by a pot, and a broken one says so', async () => {
  await addRecipe({ title: 'With', image_url: 'https://pictures.example/broken.jpg' });
  await addRecipe({ title: 'Without' });
  await openConsole('/recipes');
  const row = (await screen.findByRole('link', { name: 'With' })).closest('tr');
  const picture = row?.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('https://pictures.example/broken.jpg');
  expect(picture?.alt).toBe('');
  if (picture) fireEvent.error(picture);
  const pots = [...document.querySelectorAll('td use')].map((pot) => pot.getAttribute('href'));
  expect(pots).toEqual(['/food.svg#pot']);
  expect(row?.querySelector('.picture.broken')?.textContent).toBe('The picture doesn’t load');
});

test('a row that has only an id is shown', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/recipes') ? Response.json({ data: { data: { recipes: [{ id: 'a/b %' }] } } }) : undefined;
  await openConsole('/recipes');
  const link = await screen.findByRole('link', { name: 'Untitled' });
  expect(await cellsOf('Recipes')).toEqual([['', '', 'Untitled', '–', '–', '–', '–', '–']]);
  await userEvent.click(link);
  await waitFor(() => expect(proxy.requests.map(({ path }) => path)).toContain('/admin/recipes/a%2Fb%20%25'));
});

test('without filters in the provider, Previous and Next move by ten rows', async () => {
  allowAllBut('recipes:filter');
  await addMany(23);
  await openConsole('/recipes?pageSize=20');
  await screen.findByText('Showing 1 to 10 of 23');
  expect(screen.queryByLabelText('Rows per page')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 11 to 20 of 23');
  expect(location.search).toBe('?page=2');
  expect(screenRequests().at(-1)?.query).toBe('?keyword=&page=2&pageSize=10');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 21 to 23 of 23');
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(next);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByText('Showing 11 to 20 of 23');
});

test('the page size is chosen, and is in the address', async () => {
  await addMany(23);
  await openConsole('/recipes');
  await screen.findByText('Showing 1 to 10 of 23');
  await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '20');
  await screen.findByText('Showing 1 to 20 of 23');
  expect(location.search).toBe('?pageSize=20');
});

test('typing searches titles after a pause and goes to page 1; an empty result offers to clear the search', async () => {
  await addMany(12);
  await openConsole('/recipes?page=2');
  await screen.findByText('Showing 11 to 12 of 12');
  await userEvent.type(screen.getByLabelText('Search by title'), 'dish 7');
  await screen.findByText('Showing 1 to 1 of 1');
  expect(location.search).toBe('?keyword=dish+7');
  await userEvent.type(screen.getByLabelText('Search by title'), '777');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByText('Showing 1 to 10 of 12');
  const box = screen.getByLabelText<HTMLInputElement>('Search by title');
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});

test('a search for an escape sequence searches for this text', async () => {
  await openConsole('/recipes');
  await userEvent.type(await screen.findByLabelText('Search by title'), '100%41');
  await waitFor(() => expect(location.search).toBe('?keyword=100%2541'));
  await waitFor(() => expect(screenRequests().at(-1)?.query).toContain('keyword=100%2541&'));
  expect(screen.getByLabelText<HTMLInputElement>('Search by title').value).toBe('100%41');
});

test('an empty list without a search offers nothing to clear', async () => {
  await openConsole('/recipes');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

test('a recipe shows all its fields', async () => {
  await addRecipe({
    title: 'Ratatouille',
    description: 'Vegetables of the south.',
    image_url: 'https://pictures.example/ratatouille.jpg',
    preparation_time: 1_200,
    cooking_time: 2_700,
    meal_types: ['Dinner'],
    ingredients: JSON.stringify([
      { name: 'aubergine', quantity: '2', unit_type: 'piece', is_primary: true },
      { name: 'basil', quantity: '', unit_type: '', is_primary: false },
    ]),
    steps: ['Cut.', 'Stew.'],
    nutrition_values: JSON.stringify([{ name: 'Protein', value: '4 g' }]),
    feature_tags: ['Vegan'],
    promotional_tags: ['Summer'],
    cuisine: 'French',
    cooking_method: 'Stewing',
    video_url: 'https://videos.example/ratatouille',
  });
  await openConsole('/recipes');
  await userEvent.click(await screen.findByRole('link', { name: 'Ratatouille' }));
  expect((await screen.findByRole('heading', { level: 1, name: 'Ratatouille' })).tagName).toBe('H1');
  await screen.findByText('Vegetables of the south.');
  await waitFor(() => expect(document.title).toMatch(/^Ratatouille · Recipes · /));

  const facts = within(screen.getByRole('region', { name: 'Recipe' }));
  const pairs = facts.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(pairs).toEqual([
    ['Preparation time', '20 minutes'],
    ['Cooking time (in seconds)', '2,700 (45 minutes)'],
    ['Cooking method', 'Stewing'],
    ['Cuisine', 'French'],
    ['Meal types', 'Dinner'],
    ['Feature tags', 'Vegan'],
    ['Promotional tags', 'Summer'],
    ['Video', 'https://videos.example/ratatouille (opens in a new tab)'],
  ]);
  expect(headingsOf('Ingredients')).toEqual(['Name', 'Quantity', 'Unit', 'Mandatory']);
  expect(await cellsOf('Ingredients')).toEqual([
    ['aubergine', '2', 'piece', 'Yes'],
    ['basil', '–', '–', 'No'],
  ]);
  expect(await cellsOf('Preparation steps')).toEqual([
    ['1', 'Cut.'],
    ['2', 'Stew.'],
  ]);
  expect(await cellsOf('Nutrition values')).toEqual([['Protein', '4 g']]);
  const video = screen.getByRole('link', { name: /videos\.example/ });
  expect(video.getAttribute('rel')).toBe('noopener noreferrer');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(location.pathname).toBe('/recipes'));
});

test('a recipe without parts says so in each table', async () => {
  const { id } = await addRecipe();
  await openConsole(`/recipes/${id}`);
  await screen.findByText('No ingredients added');
  await screen.findByText('No preparation steps added');
  await screen.findByText('No nutrition values added');
  expect(await axeViolations()).toEqual([]);
});

test('a video that is no web address is text, never a link', async () => {
  const { id } = await addRecipe({ video_url: 'javascript:alert(1)' });
  await openConsole(`/recipes/${id}`);
  const text = await screen.findByText('javascript:alert(1)');
  expect(text.closest('a')).toBeNull();
});

test('an unknown recipe shows a message and Back', async () => {
  await openConsole('/recipes/999999');
  await screen.findByText('Recipe not found - Sorry, there is no recipe at this address');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(location.pathname).toBe('/recipes'));
});
