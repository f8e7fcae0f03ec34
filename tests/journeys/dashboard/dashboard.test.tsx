import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { allowAllBut, expectAlert, openConsole, signInAsAdministrator, texts } from '../console.tsx';

const { db, proxy } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function charge(userId: number, at: string, cents: number) {
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan: 'Monthly',
      product_id: 'monthly',
      platform: 'ios',
      status: 'active',
      start_date: at,
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = { subscription_id: subscription.id, charged_at: at, amount_cents: cents };
  await db.insertInto('charges').values(paidCharge(values)).execute();
}

const table = (name: string) => screen.findByRole('region', { name });

test('months show their subscriptions and revenue, newest first', async () => {
  const user = await addUser(db);
  await charge(user.id, '2026-03-31T23:59:59Z', 999);
  await charge(user.id, '2026-04-01T00:00:00Z', 123_456);
  await charge(user.id, '2026-04-30T12:00:00Z', 50);
  await openConsole('/');

  const region = await table('Monthly Subscription Stats');
  expect((await within(region).findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual([
    'Month',
    'Subscription Count',
    'Total Revenue ($)',
  ]);
  await within(region).findByText('2026-04');
  const rows = within(region).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['2026-0421,235.06', '2026-0319.99']);
});

test('without a charge there are no stats', async () => {
  await openConsole('/');
  expect(await screen.findByText('No stats available.')).toBeTruthy();
});

test('the newest ten users are listed with links to each and to all', async () => {
  for (let index = 0; index < 10; index += 1) {
    const created_at = new Date(Date.UTC(2999, 0, 1, index));
    await addUser(db, { first_name: 'Person', last_name: `${index}`, created_at, phone: `+1 ${index}` });
  }
  const newest = await db
    .selectFrom('users')
    .select('id')
    .where('last_name', '=', '9')
    .executeTakeFirstOrThrow();
  await openConsole('/');

  const region = await table('Registered Users List');
  await within(region).findByText('Person 9');
  const rows = within(region).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toContain('1Person 9');
  expect(within(region).getByRole('link', { name: 'View Details of Person 9' }).getAttribute('href')).toBe(
    `/users/${newest.id}`,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Check all users' }));
  expect(location.pathname).toBe('/users');
});

test('a failed load shows an error with Retry', async () => {
  await db.schema.alterTable('charges').renameTo('charges_away').execute();
  await openConsole('/');
  expect(await screen.findByText('Failed to fetch subscription stats')).toBeTruthy();
  expect(await screen.findByText('Something went wrong on our end. Please try again.')).toBeTruthy();

  await db.schema.alterTable('charges_away').renameTo('charges').execute();
  const region = await table('Monthly Subscription Stats');
  await userEvent.click(within(region).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No stats available.')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch subscription stats')).toBeNull();
});

test('the totals in the answer are shown, and link to their lists', async () => {
  await openConsole('/');
  const users = await screen.findByText('Total users');
  expect(users.getAttribute('href')).toBe('/users?role=user');
  expect(texts('.counters div')).toEqual(['Total users0', 'Total recipes0', 'Total ingredients0']);
});

test.each([
  ['an array', (rows: unknown) => rows],
  ['an object with data', (rows: unknown) => ({ data: rows })],
])('%s of stats is enough; without totals none are shown', async (_, shape) => {
  const rows = [{ month: 'May', subscription_count: '3', total_revenue: '1234.5' }];
  proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json(shape(rows)) : undefined);
  await openConsole('/');
  await screen.findByRole('row', { name: 'May 3 1,234.50' });
  expect(screen.queryByText('Total users')).toBeNull();
});

test('stats of another shape show the error text of the specification', async () => {
  proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json({ data: { rows: [] } }) : undefined);
  await openConsole('/');
  await screen.findByText('Failed to fetch subscription stats');
  await expectAlert('Unexpected response format');
});

test('without users the list shows an empty text', async () => {
  proxy.intercept = ({ url }) => (url.endsWith('/users') ? Response.json({ data: [] }) : undefined);
  await openConsole('/');
  await screen.findByText('No users found');
});

test('two failures with the same message show one notification, other messages their own', async () => {
  proxy.intercept = ({ url }) =>
    Response.json({ message: `Broken: ${url.includes('/stats') ? 'a' : 'b'}.` }, { status: 500 });
  await openConsole('/');
  await expectAlert('Broken: a.');
  await expectAlert('Broken: b.');
  cleanup();

  proxy.intercept = () => Response.json({ message: 'Broken.' }, { status: 500 });
  await openConsole('/');
  await expectAlert('Broken.');
  await screen.findByText('Failed to fetch subscription stats', { selector: '.failed p' });
  await screen.findByText('The users couldn’t be loaded.', { selector: '.failed p' });
  expect(texts('.toast p').filter((text) => text === 'Broken.')).toHaveLength(1);
});

test('twelve months are shown, and all of them when asked', async () => {
  const data = Array.from({ length: 13 }, (_, index) => ({
    month: `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
    subscription_count: index,
    total_revenue: index,
  }));
  proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json({ data }) : undefined);
  await openConsole('/');
  const region = await table('Monthly Subscription Stats');
  await userEvent.click(await within(region).findByRole('button', { name: 'Show all 13' }));
  expect(within(region).getAllByRole('row')).toHaveLength(1 + 13);
  expect(within(region).queryByRole('button')).toBeNull();
});

describe('the chart of the months', () => {
  const months = [
    { month: '2026-02', subscription_count: 110, total_revenue: 900 },
    { month: '2026-01', subscription_count: 100, total_revenue: 1000 },
  ];
  const intercept = (data: readonly unknown[]) => {
    proxy.intercept = ({ url }) =>
      url.endsWith('/subscriptions/stats') ? Response.json({ data }) : undefined;
  };

  test('reads a month and its change against the one before; arrow keys choose another one', async () => {
    intercept(months);
    await openConsole('/');
    const slider = await screen.findByRole('slider', { name: 'Month' });
    expect(slider.getAttribute('aria-valuetext')).toBe(
      '2026-02: $900.00 (-10.0%), 110 subscriptions (+10.0%)',
    );
    expect(texts('.plot .axis span')).toEqual(['1K', '500', '0', '200', '100', '0']);
    expect(texts('.plot .value')).toEqual([]);
    act(() => slider.focus());
    expect(texts('.plot .value')).toEqual(['900.00', '110']);
    await userEvent.keyboard('{ArrowLeft}');
    expect(texts('.plot .value')).toEqual(['1,000.00', '100']);
    expect(slider.getAttribute('aria-valuetext')).toBe('2026-01: $1,000.00, 100 subscriptions');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    await userEvent.keyboard('{ArrowLeft}{End}');
    expect(slider.getAttribute('aria-valuenow')).toBe('2');
  });

  test('a month says how many charges are not in its revenue', async () => {
    intercept([
      { ...months[0], not_converted: 1200 },
      { ...months[1], not_converted: 0 },
    ]);
    await openConsole('/');
    const slider = await screen.findByRole('slider', { name: 'Month' });
    expect(texts('.months td:last-child')).toEqual(['900.001,200 charges not converted', '1,000.00']);
    expect(slider.getAttribute('aria-valuetext')).toBe(
      '2026-02: $900.00 (-10.0%), 110 subscriptions (+10.0%), 1,200 charges not converted',
    );
  });

  test('is not there without the capability', async () => {
    allowAllBut('statistics:read');
    intercept(months);
    await openConsole('/');
    await screen.findByText('2026-02');
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
