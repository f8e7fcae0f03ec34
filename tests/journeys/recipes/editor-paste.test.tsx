import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { announced, calls, field, press, rowTexts, type } from './editor.ts';

const { db, proxy } = journey;
const PREVIEW = 'Lines and what was understood';

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
  await openConsole('/recipes/new');
  await field('Title');
});

/** Line, typed cells, and whether it is added. */
async function preview(): Promise<unknown[][]> {
  const table = await screen.findByRole<HTMLTableElement>('table', { name: PREVIEW });
  return [...table.rows]
    .slice(1)
    .map((row) => [
      row.cells[0]?.textContent,
      ...[
        ...row.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
          'input:not([type="checkbox"]), textarea',
        ),
      ].map(({ value }) => value),
      row.querySelector<HTMLInputElement>('[type="checkbox"]')?.checked,
    ]);
}

test('a paste box shows each line beside what was understood, and adds nothing before Add', async () => {
  await type('Ingredient 1 name', 'Leek');
  await press('Paste ingredients');
  const dialog = screen.getByRole('dialog', { name: 'Paste ingredients' });
  await type('One ingredient per line', 'Flour, 2, cups\nFor the sauce:\n\nSalt');
  await press('Preview');
  expect(await preview()).toEqual([
    ['Flour, 2, cups', 'Flour', '2', 'cups', true],
    ['For the sauce:Heading', false],
    ['Salt', 'Salt', 'N/A', 'N/A', true],
  ]);
  expect(within(dialog).getByText(/one heading is left out/)).toBe(document.activeElement);
  expect(await axeViolations()).toEqual([]);
  expect(rowTexts('Ingredients')).toHaveLength(1);

  await type('Name of line 1', 'Rye flour');
  await userEvent.click(screen.getByLabelText('Add line 3'));
  await press('Add 1 ingredient');
  expect(rowTexts('Ingredients')).toEqual([
    ['Leek', '', ''],
    ['Rye flour', '2', 'cups'],
  ]);
  expect(announced()).toBe('1 ingredient added');
  expect(document.activeElement).toBe(await field('Ingredient 2 name'));
  expect(calls('POST', '/admin/recipes')).toEqual([]);
});

test('Cancel adds nothing and keeps the text for the next time', async () => {
  await press('Paste steps');
  await type('One step per line', 'Cut.\nCook.');
  await press('Cancel');
  await press('Paste steps');
  expect((await field('One step per line')).value).toBe('Cut.\nCook.');
  await press('Preview');
  await press('Add 2 steps');
  expect(rowTexts('Preparation steps')).toEqual([['Cut.'], ['Cook.']]);
});

test('a failed preview keeps the text and says why inside the dialog', async () => {
  await press('Paste nutrition values');
  await press('Preview');
  await screen.findByText('Type or paste at least one line.');
  await type('One nutrition value per line', 'Energy 420 kcal\nSaturated fat: 3 g');
  proxy.intercept = ({ url }) =>
    url.includes('recipe-entries') ? Response.json({ message: 'Not now.' }, { status: 503 }) : undefined;
  await press('Preview');
  expect((await screen.findByText('Not now.')).getAttribute('role')).toBe('alert');
  expect((await field('One nutrition value per line')).value).toBe('Energy 420 kcal\nSaturated fat: 3 g');
  proxy.intercept = null;
  await press('Preview');
  await press('Add 2 nutrition values');
  expect(rowTexts('Nutrition values')).toEqual([
    ['Energy', '420 kcal'],
    ['Saturated fat', '3 g'],
  ]);
});

test('several lines pasted into a row become several rows after a preview; one line is pasted as it is', async () => {
  await userEvent.click(await field('Step 1'));
  await userEvent.paste('Heat the oven.');
  expect(screen.queryByRole('dialog', { name: 'Paste steps' })).toBeNull();
  await userEvent.keyboard('{Enter}');
  await userEvent.paste('Cut.\r\nCook.\r\n');
  expect(await preview()).toEqual([
    ['Cut.', 'Cut.', true],
    ['Cook.', 'Cook.', true],
  ]);
  await press('Add 2 steps');
  expect(rowTexts('Preparation steps')).toEqual([['Heat the oven.'], ['Cut.'], ['Cook.']]);
  await waitFor(async () => expect(document.activeElement).toBe(await field('Step 3')));
});

test('Enter in a cell of the preview saves nothing', async () => {
  await type('Title', 'Soup');
  await press('Paste ingredients');
  await type('One ingredient per line', 'Flour, 2, cups');
  await press('Preview');
  await userEvent.click(await field('Name of line 1'));
  await userEvent.keyboard('{Enter}{Control>}s{/Control}');
  expect(calls('POST', '/admin/recipes')).toEqual([]);
});
