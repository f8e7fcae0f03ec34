import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, signInAsAdministrator } from '../console.tsx';

/** The keyboard in the panel in which columns are hidden. */
const { db } = journey;

beforeEach(async () => {
  localStorage.clear();
  await deleteUsers();
  await signInAsAdministrator();
  await addUser(db);
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('group', { name: 'Columns that are shown' }));
};
const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('Escape closes the panel, and its button gets the focus', async () => {
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const panel = await openPanel();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Phone' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Columns that are shown' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Columns' });
  await focusIsOn(button);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('group', { name: 'Columns that are shown' });
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await focusIsOn(button);
});

test('Escape elsewhere, and in a field where people type, leaves a panel open', async () => {
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  await press('Filters');
  const day = await screen.findByLabelText('Created from');
  for (const field of [day, screen.getByRole('searchbox')]) {
    field.focus();
    await userEvent.keyboard('{Escape}');
    await focusIsOn(field);
  }
  expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('true');
});

test('Back to a list that is sorted by a column keeps the focus, which was on its checkbox', async () => {
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const panel = await openPanel();
  for (const name of ['Email', 'Created']) {
    await press(name);
    await waitFor(() => expect(location.search).toBe(`?sort=${name.toLowerCase()}`));
  }
  panel.getByRole('checkbox', { name: 'Email' }).focus();
  history.back();
  await waitFor(() => expect(panel.queryByRole('checkbox', { name: 'Email' })).toBeNull());
  await focusIsOn(screen.getByRole('heading', { level: 1 }));
});

test('a zoom that takes a column away takes no focus, which was on its checkbox', async () => {
  const wide = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => wide);
  await addUser(db);
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const panel = await openPanel();
  panel.getByRole('checkbox', { name: 'Status' }).focus();
  wide.matches = false;
  act(() => void wide.dispatchEvent(new Event('change')));
  expect(panel.queryByRole('checkbox', { name: 'Status' })).toBeNull();
  await focusIsOn(screen.getByRole('heading', { level: 1 }));
});
