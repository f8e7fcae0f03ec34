import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Updateable } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { FailedPaymentsTable } from '#api/db/payment-tables.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  expectAlert,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../console.tsx';
import { addPayment } from './add-payment.ts';

const { db, proxy, api } = journey;
const ADDRESS = '/payment-recovery/figures';

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  api.clock.now = new Date('2026-11-23T12:00:00Z');
});

const isFigures = (url: string) => url.endsWith('/recovery-figures');

async function add(values: Partial<Updateable<FailedPaymentsTable>>) {
  const { id } = await addPayment(`${crypto.randomUUID()}@example.com`, 'active');
  await db.updateTable('failed_payments').set(values).where('id', '=', id).execute();
}

/** Two stores, three months, four results, two currencies. */
async function fill() {
  const failed = { created_at: new Date('2026-08-05T10:00:00Z') };
  await add({ ...failed, stage: 'grace_period', recovered_at: new Date('2026-08-08T12:00:00Z') });
  await add({ ...failed, stage: 'on_hold', recovered_at: new Date('2026-08-15T12:00:00Z') });
  await db
    .updateTable('failed_payments')
    .set({ reminded_at: new Date('2026-08-09T10:00:00Z') })
    .where('stage', '=', 'on_hold')
    .execute();
  await add({ ...failed, ended_at: new Date('2026-08-20T10:00:00Z'), end_cause: 'customer' });
  const may = { created_at: new Date('2026-05-31T23:59:59Z'), stage: 'on_hold' } as const;
  await add({ ...may, ended_at: new Date('2026-07-30T10:00:00Z'), end_cause: 'billing' });
  const october = { created_at: new Date('2026-10-02T10:00:00Z') };
  await add({ ...october, recovered_at: new Date('2026-10-02T11:00:00Z') });
  await add({ ...october, currency: 'USD', amount_minor: 999, amount_cents: 999 });
  await add({ ...october, currency: 'JPY', amount_minor: 1_200, amount_cents: null });
  await add({ ...october, amount_minor: null, amount_cents: null });
  for (const cause of ['billing', 'customer', 'customer', 'developer', 'replaced', null] as const) {
    const payment = await addPayment(`${crypto.randomUUID()}@example.com`, 'active');
    await db.deleteFrom('failed_payments').where('id', '=', payment.id).execute();
    await db
      .updateTable('subscriptions')
      .set({ status: 'expired', end_date: '2026-10-05T00:00:00Z', end_cause: cause })
      .where(
        'id',
        'in',
        db.selectFrom('subscriptions').select(({ fn }) => fn.max('id').as('id')),
      )
      .execute();
  }
}

const card = (name: RegExp) => screen.findByRole('region', { name });
const wordsOf = async (name: RegExp) => (await card(name)).textContent?.replaceAll(/\s+/g, ' ');

test('closed months say rate, days and results, and the parts by store, stage, plan and month', async () => {
  await fill();
  await openConsole(ADDRESS);
  expect(await screen.findByText('2 of 4')).toBeTruthy();
  const words = await wordsOf(/^Closed months: 2025-09 to 2026-08$/);
  for (const text of [
    'Recovery rate50.0%2 of 4',
    'Median time to recovery6.5 days',
    'Recovered by the store1 25.0%',
    'Recovered after a reminder1 25.0%',
    'Canceled while failing1 25.0%',
    'Given up by the store1 25.0%',
    'ended more than 60 days ago',
  ]) {
    expect(words).toContain(text);
  }
  expect(words).not.toContain('End not known');
  expect(await cellsOf('Recovery by store')).toEqual([['Android', '4', '2 50.0%', '6.5']]);
  expect(await cellsOf('Recovery by last stage')).toEqual([
    ['On hold', '2', '1 50.0%', '10'],
    ['Not known', '1', '0 0.0%', '–'],
    ['Grace period', '1', '1 100.0%', '3'],
  ]);
  expect(await cellsOf('Recovery by plan')).toHaveLength(1);
  expect(await cellsOf('Recovery by month')).toEqual([
    ['2026-08', '3', '2 66.7%', '6.5'],
    ['2026-05', '1', '0 0.0%', '–'],
  ]);
  expect(await axeViolations()).toEqual([]);
});

test('open months, money at risk and losses are apart from them', async () => {
  await fill();
  await openConsole(ADDRESS);
  await screen.findByText('2 of 4');
  expect(await wordsOf(/^Open months: 2026-09 to 2026-11$/)).toContain(
    'Still open: these can still recover.',
  );
  expect(await cellsOf('Open months: 2026-09 to 2026-11')).toEqual([['2026-10', '1 25.0%', '0', '3']]);
  expect(await wordsOf(/^Money at risk$/)).toContain('In US dollars$9.991 not converted, 1 without a price');
  expect(await cellsOf('Money at risk')).toEqual([
    ['JPY', '1', '¥1,200'],
    ['USD', '1', '$9.99'],
  ]);
  expect(await cellsOf('Subscriptions that ended')).toEqual([['2026-10', '1 25.0%', '2', '1 1 not known']]);
  expect(await wordsOf(/^Subscriptions that ended$/)).toContain('Shares are of those with a known cause.');
});

const none = { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 };
const months = { from: '2026-09', until: '2026-11', results: none, medianDays: null, months: [] };
const empty = {
  closed: { ...months, stores: [], plans: [], stages: [] },
  open: months,
  risk: { currencies: [], dollars: 0, notConverted: 0, withoutPrice: 1 },
  losses: [],
};

const answerWith = (data: unknown) => {
  proxy.intercept = ({ url }) => (isFigures(url) ? Response.json({ data }) : undefined);
};

test('a part without payments says so in its place', async () => {
  answerWith(empty);
  await openConsole(ADDRESS);
  await screen.findByText('No subscription has ended in the last twelve months.');
  expect(screen.getAllByText('No payment failed in these months.')).toHaveLength(2);
  await screen.findByText('No store has asked about a refund in the last twelve months.');
  // The tables of a part that loads have no values yet.
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(await axeViolations()).toEqual([]);
});

test('the bar has its parts beside each other, ended ones are added, and a full list of plans says so', async () => {
  const results = { by_store: 1, after_reminder: 1, canceled: 2, given_up: 3, open: 3 };
  const plans = Array.from({ length: 50 }, (_, index) => ({
    productId: `plan.${index}`,
    results,
    medianDays: 1,
  }));
  answerWith({
    ...empty,
    closed: { ...empty.closed, results, plans },
    open: { ...months, results, months: [{ month: '2026-11', results, medianDays: 1 }] },
  });
  await openConsole(ADDRESS);
  await screen.findByText('The 50 plans with the most.');
  const rects = [...document.querySelectorAll('.outcomes rect:not(.track)')];
  expect(rects.map((rect) => [rect.getAttribute('x'), rect.getAttribute('width')])).toEqual([
    ['0', '100'],
    ['100', '100'],
    ['200', '200'],
    ['400', '300'],
    ['700', '300'],
  ]);
  expect(await cellsOf('Open months: 2026-09 to 2026-11')).toEqual([['2026-11', '2 20.0%', '5', '3']]);
});

test('a new installation has one sentence', async () => {
  await openConsole(ADDRESS);
  await screen.findByText(/^No figures yet\. Payments that a store couldn’t collect will be counted here\.$/);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(await axeViolations()).toEqual([]);
});

test('the titles are there while the figures load', async () => {
  const answer = Promise.withResolvers<Response>();
  proxy.intercept = ({ url }) => (isFigures(url) ? answer.promise : undefined);
  await openConsole(ADDRESS);
  await screen.findByText('Loading...');
  expect(await wordsOf(/^Closed months$/)).toContain('Recovery rate––');
  expect(await axeViolations()).toEqual([]);
  answer.resolve(Response.json({ message: 'Broken.' }, { status: 500 }));
  await screen.findByText('The figures couldn’t be loaded.');
});

test('a failure is said with Retry', async () => {
  proxy.intercept = ({ url }) =>
    isFigures(url) ? Response.json({ message: 'Broken.' }, { status: 500 }) : undefined;
  await openConsole(ADDRESS);
  await screen.findByText('The figures couldn’t be loaded.');
  await expectAlert('Broken.');
  expect(await axeViolations()).toEqual([]);
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(/^No figures yet/);
});

test('tabs lead by keyboard from the list to the figures and to the stores, and the heading has the focus', async () => {
  await openConsole('/payment-recovery');
  const tabs = await screen.findByRole('navigation', { name: 'Payment Recovery' });
  const names = () =>
    within(screen.getByRole('navigation', { name: 'Payment Recovery' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('aria-current')]);
  expect(names()).toEqual([
    ['Failed payments', 'page'],
    ['Refund requests', null],
    ['Figures', null],
    ['Stores', null],
  ]);
  within(tabs).getByRole('link', { name: 'Figures' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Recovery figures' })).toBe(
    document.activeElement,
  );
  expect(location.pathname).toBe(ADDRESS);
  expect(document.title).toMatch(/^Recovery figures/);
  expect(names()[2]).toEqual(['Figures', 'page']);
  expect(screen.getByRole('link', { name: 'Payment Recovery' }).getAttribute('aria-current')).toBe('page');
  within(await screen.findByRole('navigation', { name: 'Payment Recovery' }))
    .getByRole('link', { name: 'Stores' })
    .focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Store connections' });
  // Its last answer: no request of this screen arrives in the next test.
  await screen.findByText('Every purchase has a user.');
  await screen.findByRole('heading', { name: 'App Store' });
});

test('without the capabilities there are no tabs and no screens below the list', async () => {
  allowAllBut('recovery:read', 'stores:read', 'refunds:read');
  for (const address of [ADDRESS, '/payment-recovery/stores', '/payment-recovery/refunds']) {
    const { unmount } = await openConsole(address);
    await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
    expect(screen.queryByRole('navigation', { name: 'Payment Recovery' })).toBeNull();
    unmount();
  }
  expect(screenRequests()).toEqual([]);
});
