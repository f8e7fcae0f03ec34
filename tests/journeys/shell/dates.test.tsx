import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db } = journey;
const DAY_MS = 86_400_000;

beforeEach(async () => {
  stubDialogs();
  await deleteUsers();
  await signInAsAdministrator();
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS - 60_000);
  await addUser(db, { first_name: 'Ann', last_name: 'Lee', created_at: daysAgo(3) });
  await addUser(db, { first_name: 'Bea', last_name: 'Ng', created_at: daysAgo(400) });
});

/** What the dates say that say it. */
const agos = () =>
  [...document.querySelectorAll('time[data-ago]')].map((date) => date.getAttribute('data-ago'));
const dateOf = async (name: string) => {
  const date = (await screen.findByRole('row', { name: new RegExp(name) })).querySelector('time');
  if (!date) throw new Error(`no date in the row of ${name}`);
  return date;
};

test('a date under the pointer says how long ago it is, and its text stays', async () => {
  await openConsole('/users');
  const date = await dateOf('Ann Lee');
  const text = date.textContent;
  expect(text).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await waitFor(async () => {
    // jsdom does not know what the pointer was on while the code loaded.
    await userEvent.unhover(date);
    await userEvent.hover(date);
    expect(agos()).toEqual(['3 days ago']);
  });
  expect(date.textContent).toBe(text);
  expect(await axeViolations()).toEqual([]);

  await userEvent.hover(await dateOf('Bea Ng'));
  expect(agos()).toEqual(['1 year ago']);
  await userEvent.hover(screen.getByRole('heading', { level: 1 }));
  expect(agos()).toEqual([]);
});

test('the row with the focus says it, until Escape or the next row, without more stops', async () => {
  await openConsole('/users');
  await dateOf('Ann Lee');
  const link = screen.getByRole('link', { name: 'Ann Lee' });
  for (let stops = 0; document.activeElement !== link; stops += 1) {
    if (stops > 40) throw new Error('the link was not reached');
    await userEvent.tab();
  }
  await waitFor(() => expect(agos()).toEqual(['3 days ago']));
  await userEvent.keyboard('{Escape}');
  expect(agos()).toEqual([]);
  expect(document.activeElement).toBe(link);
  await userEvent.tab();
  expect(agos()).toEqual(['1 year ago']);
  expect(screen.getByRole('link', { name: 'Bea Ng' })).toBe(document.activeElement);
  expect(document.querySelector('time[tabindex], time [tabindex]')).toBeNull();
});

test('all dates of a screen say it from the palette, until Escape', async () => {
  await openConsole('/users');
  await dateOf('Ann Lee');
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Search and actions', hidden: true });
  const name = 'Show how long ago the dates are';
  await userEvent.click(within(palette).getByText(name));
  await waitFor(() => expect(agos()).toHaveLength(3));
  await userEvent.keyboard('{Escape}');
  expect(agos()).toEqual([]);
});

test('what is no date is shown as sent and says nothing', async () => {
  const rows = [{ id: 7, first_name: 'Uma', created_date_time: 'last spring' }];
  journey.proxy.intercept = ({ url }) => (url.includes('/users') ? Response.json({ data: rows }) : undefined);
  await openConsole('/users');
  const date = await dateOf('Uma');
  expect(texts('time')).toEqual(['last spring']);
  await userEvent.hover(date);
  await import('#console/ui/format/When.tsx').then(({ showAllAgo }) => showAllAgo());
  expect(agos()).toEqual([]);
});
