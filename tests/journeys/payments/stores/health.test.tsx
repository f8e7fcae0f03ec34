import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreHealth } from '#contract/purchases/health.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  expectAlert,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';

const { db, proxy } = journey;
const ADDRESS = '/payment-recovery/stores';

afterEach(() => vi.unstubAllGlobals());
beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('purchases').execute();
  await db.deleteFrom('store_notifications').execute();
  await signInAsAdministrator();
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function answerWith(changes: Partial<StoreHealth>): void {
  const health: StoreHealth = {
    store: 'ios',
    environments: ['production', 'sandbox'],
    canTest: true,
    hasPurchases: true,
    lastNotification: { type: 'DID_RENEW', sentAt: hoursAgo(1), receivedAt: hoursAgo(1) },
    lastTest: null,
    newKinds: [{ type: 'SUBSCRIPTION_GIFTED', lastAt: hoursAgo(2) }],
    lastDay: 10_000,
    monthBefore: 300,
    due: { count: 0, oldest: null },
    givenUp: 0,
    reconciliation: {
      ...{ completeAt: hoursAgo(9), startedAt: hoursAgo(9), failedAt: null, failure: null },
      ...{ missedLast: 0, missedTotal: 4 },
    },
    waitsUntil: null,
    unattributed: 0,
    ...changes,
  };
  proxy.intercept = ({ url }) =>
    url.endsWith('/store-health')
      ? Response.json({ data: { at: new Date().toISOString(), stores: [health] } })
      : undefined;
}

test('without a connection each card says so, and what it knows', async () => {
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  const badge = await apple.findByText('Not connected');
  expect(badge.dataset.tone).toBe('quiet');
  apple.getByText('Demo store');
  const google = await card('Google Play');
  google.getByText(/Send a test notification from Play Console/);
  expect(google.queryByRole('button')).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('a connection that works, and one whose questions fail', async () => {
  answerWith({});
  const { unmount } = await openConsole(ADDRESS);
  const apple = await card('App Store');
  await apple.findByText('Working');
  apple.getByText('Production, Test accounts');
  apple.getByText('10,000+');
  apple.getByText('DID_RENEW');
  apple.getByText('SUBSCRIPTION_GIFTED');
  apple.getByText('They’re kept. Ask your developers what they mean.', { exact: false });
  apple.getByText('4 in all');
  unmount();
  const oldest = { purchaseId: 7, since: hoursAgo(3), attempts: 4, lastError: 'it answered 503' };
  answerWith({ due: { count: 2, oldest } });
  await openConsole(ADDRESS);
  const failing = await card('App Store');
  const badge = await failing.findByText('Store requests are failing');
  expect(badge.dataset.tone).toBe('bad');
  failing.getByText('The oldest one: it answered 503.');
  failing.getByText(/4 failed attempts: it answered 503/);
  expect(failing.queryByText('No questions until')).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('a pause that the store asked for, and a reconciliation that failed', async () => {
  answerWith({
    waitsUntil: hoursAgo(-1),
    reconciliation: {
      ...{
        completeAt: hoursAgo(30),
        startedAt: hoursAgo(6),
        failedAt: hoursAgo(6),
        failure: 'it answered 500',
      },
      ...{ missedLast: 0, missedTotal: 0 },
    },
  });
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  await apple.findByText('Waiting');
  apple.getByText('No questions until');
  expect(apple.getByText(': it answered 500').parentElement?.textContent).toMatch(/^Failed \d/);
});

test('the health is asked for again while the screen is open', async () => {
  const { setInterval } = globalThis;
  vi.stubGlobal('setInterval', (run: () => void, ms: number) => setInterval(run, ms === 30_000 ? 100 : ms));
  answerWith({});
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  await apple.findByText('Working');
  answerWith({ givenUp: 1 });
  await apple.findByText('Questions given up');
});

test('a test notification is requested, and said to have arrived', async () => {
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  await userEvent.click(await apple.findByRole('button', { name: 'Send test notification' }));
  await apple.findByText('The test notification has arrived.');
  expect(apple.getAllByText('TEST')).toHaveLength(2);
  expect((await apple.findByRole('button', { name: 'Send test notification' })).ariaDisabled).toBeNull();
});

test('an older test notification is not taken for the new one, and a late one can be requested again', async () => {
  const { setTimeout } = globalThis;
  let waitNoLonger = () => {};
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    if (ms !== 60_000) return setTimeout(run, ms);
    waitNoLonger = run;
    return undefined;
  });
  answerWith({ lastTest: { type: 'TEST', sentAt: hoursAgo(5), receivedAt: hoursAgo(5) } });
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  const button = await apple.findByRole('button', { name: 'Send test notification' });
  await userEvent.click(button);
  await apple.findByText('Requested. It usually arrives within seconds.');
  expect([button.textContent, button.ariaDisabled]).toEqual(['Waiting for it…', 'true']);
  await userEvent.click(button);
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  act(() => waitNoLonger());
  await apple.findByText(/^It hasn’t arrived\. Check the production server URL/);
  expect([button.textContent, button.ariaDisabled]).toEqual(['Send test notification', null]);
  await userEvent.click(button);
  await apple.findByText('Requested. It usually arrives within seconds.');
  answerWith({ lastTest: { type: 'TEST', sentAt: hoursAgo(0), receivedAt: hoursAgo(0) } });
  await apple.findByText('The test notification has arrived.');
});

test('answers that take longer than the pause between two questions are waited for', async () => {
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  const button = await apple.findByRole('button', { name: 'Send test notification' });
  await db.deleteFrom('store_notifications').execute();
  proxy.intercept = async ({ url }) => {
    if (url.endsWith('/store-health')) await new Promise((resolve) => setTimeout(resolve, 2_500));
    return undefined;
  };
  await userEvent.click(button);
  await apple.findByText('The test notification has arrived.');
});

test('a store that refuses the test says why', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/test-notification')
      ? Response.json({ message: 'No address.' }, { status: 409 })
      : undefined;
  await openConsole(ADDRESS);
  const apple = await card('App Store');
  await userEvent.click(await apple.findByRole('button', { name: 'Send test notification' }));
  await expectAlert('No address.');
});

test('health that cannot be loaded can be asked for again, and hides nothing else', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/store-health') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
  await openConsole(ADDRESS);
  const panel = (await screen.findByText('The status of the connections couldn’t be loaded.')).parentElement;
  screen.getByLabelText('Order number');
  await screen.findByText('Every purchase has a user.');
  proxy.intercept = null;
  await userEvent.click(within(panel as HTMLElement).getByRole('button', { name: 'Retry' }));
  await screen.findAllByText('Not connected');
});

test('purchases without a user, with their timeline', async () => {
  await db
    .insertInto('purchases')
    .values({
      platform: 'android',
      key: 'secret',
      product_id: 'meals.monthly',
      first_seen_at: new Date(2026, 5, 7, 12),
    })
    .execute();
  await openConsole(ADDRESS);
  const opener = await screen.findByRole('button', { name: /^Timeline of the payment of meals\.monthly/ });
  expect(await cellsOf('Purchases without a user')).toEqual([
    ['meals.monthly', 'Google Play', 'Not asked yet', '07/06/2026 12:00', 'Timeline'],
  ]);
  expect(document.body.textContent).not.toContain('secret');
  await userEvent.click(opener);
  await screen.findByText('Nothing is on record yet.');
  expect(await axeViolations()).toEqual([]);
});

test('without the capability nothing is called, and the screen says so', async () => {
  allowAllBut('stores:read');
  await openConsole(ADDRESS);
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(screenRequests()).toEqual([]);
  expect(screen.queryByLabelText('Order number')).toBeNull();
});
