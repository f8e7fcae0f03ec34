import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { announced, button, field, press, rowTexts } from './editor.ts';

const { db } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

const row = (name: string) => ({ name, quantity: '1', unit_type: '', is_primary: true });
const names = () => rowTexts('Ingredients').map(([name]) => name);
const focused = () => document.activeElement?.getAttribute('aria-label');

async function openWith(...ingredients: string[]) {
  const { id } = await addRecipe({
    ingredients: JSON.stringify(ingredients.map(row)),
    steps: ['One', 'Two'],
  });
  await openConsole(`/recipes/${id}/edit`);
  await field('Title');
}

test('Enter adds the next row and focuses it', async () => {
  await openWith('Leek', 'Salt');
  await userEvent.click(await field('Ingredient 1 unit'));
  await userEvent.keyboard('{Enter}Oil');
  expect(names()).toEqual(['Leek', 'Oil', 'Salt']);
  expect(announced()).toBe('Ingredient 2 of 3 added');
  await press('Add ingredient');
  expect(focused()).toBe('Ingredient 4 name');
});

test('in a step Enter adds the next step, and Shift+Enter a line break', async () => {
  await openWith();
  await userEvent.click(await field('Step 1'));
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}more{Enter}New');
  expect(rowTexts('Preparation steps')).toEqual([['One\nmore'], ['New'], ['Two']]);
});

// Safari ends the composition before it sends the key.
const inputMethods = [{ isComposing: true }, { isComposing: false, keyCode: 229 }];

test.each(inputMethods)(
  'the Enter that accepts a word of an input method (%j) adds nothing',
  async (init) => {
    await openWith('Leek', 'Salt');
    fireEvent.keyDown(await field('Ingredient 1 name'), { key: 'Enter', ...init });
    fireEvent.keyDown(await field('Step 1'), { key: 'Enter', ...init });
    await userEvent.type(await field('Meal types'), '朝食');
    fireEvent.keyDown(await field('Meal types'), { key: 'Enter', ...init });
    expect(names()).toEqual(['Leek', 'Salt']);
    expect(rowTexts('Preparation steps')).toEqual([['One'], ['Two']]);
    expect((await field('Meal types')).value).toBe('朝食');
    expect(button('Remove meal type 朝食')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(button('Remove meal type 朝食')).not.toBeNull();
  },
);

test('Backspace in an empty row removes it and focuses the end of the one before', async () => {
  await openWith('Leek', 'Salt');
  await userEvent.click(await field('Ingredient 1 name'));
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['Leek', '', 'Salt']);
  await userEvent.keyboard('{Backspace}');
  expect(names()).toEqual(['Leek', 'Salt']);
  expect(focused()).toBe('Ingredient 1 name');
  expect(announced()).toBe('Ingredient 2 removed');
  expect(button(/Undo remove/)).toBeNull();
  await userEvent.keyboard('{Backspace}');
  expect(names()).toEqual(['Lee', 'Salt']);
});

test('Alt+Up and Alt+Down move a row, which keeps the focus, and stop at the ends', async () => {
  await openWith('Leek', 'Salt', 'Oil');
  await userEvent.click(await field('Ingredient 3 quantity'));
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(names()).toEqual(['Leek', 'Oil', 'Salt']);
  expect(announced()).toBe('Ingredient 3 moved to 2 of 3');
  expect(focused()).toBe('Ingredient 2 quantity');
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  expect(names()).toEqual(['Oil', 'Leek', 'Salt']);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(names()).toEqual(['Leek', 'Oil', 'Salt']);
});

test('buttons move and remove a row; at an end they do nothing and keep the focus', async () => {
  await openWith('Leek', 'Salt', 'Oil');
  await press('Move ingredient 3 up');
  await press('Move ingredient 2 up');
  expect(names()).toEqual(['Oil', 'Leek', 'Salt']);
  await press('Move ingredient 1 up');
  expect(names()).toEqual(['Oil', 'Leek', 'Salt']);
  expect(focused()).toBe('Move ingredient 1 up');
  await press('Move ingredient 1 down');
  expect(announced()).toBe('Ingredient 1 moved to 2 of 3');
  await press('Move step 2 up');
  expect(rowTexts('Preparation steps')).toEqual([['Two'], ['One']]);
});

test('the last removal can be undone, and the ones before it too', async () => {
  await openWith('Leek', 'Salt', 'Oil');
  await press('Remove ingredient 2');
  expect(announced()).toBe('Ingredient 2 removed');
  expect(focused()).toBe('Ingredient 1 name');
  await press('Remove ingredient 1');
  expect(names()).toEqual(['Oil']);
  await press('Undo remove ingredient');
  expect(announced()).toBe('Ingredient 1 restored');
  expect(focused()).toBe('Ingredient 1 name');
  await press('Undo remove ingredient');
  expect(names()).toEqual(['Leek', 'Salt', 'Oil']);
  expect(button(/Undo remove/)).toBeNull();
});

test('the last row of all can be removed; the button to add one has the focus then', async () => {
  await openWith('Leek');
  await press('Remove ingredient 1');
  expect(document.activeElement).toBe(button('Add ingredient'));
});

test('the handle drags a row with mouse or finger, and Escape cancels', async () => {
  await openWith('Leek', 'Salt', 'Oil');
  const region = screen.getByRole('region', { name: 'Ingredients' });
  const rows = [...region.querySelectorAll('ol > li')];
  for (const [index, one] of rows.entries()) {
    one.getBoundingClientRect = () => new DOMRect(0, 100 + index * 40, 300, 40);
  }
  const handle = rows[0]?.querySelector('.handle');
  if (!handle) throw new Error('There is no handle.');
  Object.assign(handle, { setPointerCapture: () => undefined });

  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientY: 170 });
  expect(rows[1]?.hasAttribute('data-drop')).toBe(true);
  await userEvent.keyboard('{Escape}');
  fireEvent.pointerUp(handle);
  expect(names()).toEqual(['Leek', 'Salt', 'Oil']);

  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientY: 215 });
  fireEvent.pointerUp(handle);
  expect(names()).toEqual(['Salt', 'Oil', 'Leek']);
  expect(announced()).toBe('Ingredient 1 moved to 3 of 3');
});
