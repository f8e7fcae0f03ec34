import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { formatHour } from '#console/ui/format/format.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';

/** Figures that the server has kept say when they were counted; fresh ones and those of other providers say nothing. */

const { db, api, proxy } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  const { subscriptionId: subscription_id } = await addPayment('ann@example.com', 'active', api.clock.now);
  await db
    .insertInto('charges')
    .values(paidCharge({ subscription_id, charged_at: api.clock.now, amount_cents: 999 }))
    .execute();
  api.counting.ms = 5_000;
  // What was kept for the test before ends.
  api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
});

afterEach(() => {
  api.counting.ms = 0;
});

const said = () => `Counted at ${formatHour(api.clock.now.toISOString())}.`;

async function openAgain(address: string, isLoaded: () => Promise<unknown>) {
  await openConsole(address);
  await isLoaded();
  // A call that comes while an answer is counted shares it, and gets it without a time.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(document.body.textContent).not.toContain('Counted at');
  cleanup();
  await openConsole(address);
  await isLoaded();
}

test('on the dashboard', async () => {
  await openAgain('/', () =>
    screen.findByText('Failed payments, Android').then(() => screen.findByText('9.99')),
  );
  for (const name of ['Monthly Subscription Stats', 'Needs attention today']) {
    const card = await screen.findByRole('region', { name });
    expect((await within(card).findByText(/Counted at/)).textContent).toBe(said());
  }
  expect(await axeViolations()).toEqual([]);
});

test('above the figures of recovery', async () => {
  await openAgain('/payment-recovery/figures', () => screen.findByRole('region', { name: /risk/ }));
  expect((await screen.findByText(/Counted at/)).textContent).toBe(said());
});

test.each([
  ['/users', 'Status'],
  ['/recipes', 'Meal type'],
  ['/payment-recovery', 'Platform'],
])('beside the filters of %s', async (address, label) => {
  await openAgain(address, async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await screen.findByLabelText(label);
    await screen.findAllByRole('option', { name: /\(/ });
  });
  expect((await screen.findByText(/Counted at/)).textContent).toBe(said());
});

test.each([undefined, null, 'soon', 5])(
  'a provider that says %j has figures without a time',
  async (countedAt) => {
    const data = [{ month: '2026-05', subscription_count: 3, total_revenue: 1 }];
    proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json({ data, countedAt }) : undefined);
    await openConsole('/');
    await screen.findByText('2026-05');
    expect(document.body.textContent).not.toContain('Counted at');
  },
);
