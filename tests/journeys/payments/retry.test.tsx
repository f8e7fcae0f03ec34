import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { SandboxState } from '#api/purchases/sandbox/token.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  cellsOf,
  clickTwice,
  deferred,
  expectAlert,
  headingsOf,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { addPayment } from './add-payment.ts';
import { openDetails } from './rows.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

const button = (email: string) => screen.findByRole('button', { name: `Retry payment for ${email}` });
const retries = () => proxy.requests.filter(({ path }) => path.includes('/retry/'));
const emails = async () => {
  await cellsOf('Failed payments');
  return texts('tbody th.address small');
};

async function addThree() {
  for (const [index, name] of ['c', 'b', 'a'].entries()) {
    await addPayment(`${name}@example.com`, 'active', new Date(2026, 5, 7 + index, 12));
  }
}

test('two clicks before the next rendering send one retry', async () => {
  await addThree();
  await openConsole('/payment-recovery');
  clickTwice(await button('b@example.com'));
  await expectAlert('Payment recovered successfully!');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(retries()).toHaveLength(1);
});

test('a row shows who, what, how much, why, where it stands and when', async () => {
  const { user } = await addPayment('ada@example.com', 'on_hold');
  await openConsole('/payment-recovery');
  await button('ada@example.com');
  expect(headingsOf('Failed payments')).toEqual([
    '',
    'Email',
    'Product',
    'Amount',
    'Error message',
    'Last check',
    'Deadline',
    'Date',
    'Action',
  ]);
  expect(await cellsOf('Failed payments')).toEqual([
    [
      '',
      `${user.first_name} ${user.last_name}: payment detailsada@example.com`,
      'monthlyAndroid',
      '$9.99',
      'Card expired.',
      'Not checked yet',
      '–',
      '07/06/2026',
      'Retry',
    ],
  ]);
  await screen.findByText('1 failed payment');
});

test('a retry sends its notes; a recovered payment is removed, the focus moves on, the count is announced', async () => {
  await addThree();
  let notes: unknown;
  proxy.intercept = async (request) => {
    if (request.method === 'POST') notes = await request.json();
    return undefined;
  };
  await openConsole('/payment-recovery');
  await screen.findByText('3 failed payments', { selector: '[role="status"]' });

  await userEvent.click(await button('b@example.com'));
  await expectAlert('Payment recovered successfully!');
  expect(notes).toEqual({ notes: 'Manual retry from admin dashboard' });
  await screen.findByText('2 failed payments');
  expect(await emails()).toEqual(['a@example.com', 'c@example.com']);
  expect(document.activeElement).toBe(await button('c@example.com'));

  await userEvent.keyboard('{Enter}');
  await screen.findByText('1 failed payment');
  expect(document.activeElement).toBe(await button('a@example.com'));

  await userEvent.keyboard('{Enter}');
  await screen.findByText(/^Nothing to recover/);
  await screen.findByText('No failed payments');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const open = await db.selectFrom('failed_payments').where('recovered_at', 'is', null).selectAll().execute();
  expect(open).toEqual([]);
});

test.each([
  ['another row', () => button('c@example.com')],
  ['somewhere else', () => screen.findByRole('link', { name: 'Home' })],
])('a removed row keeps the focus on %s', async (_, place) => {
  await addThree();
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/payment-recovery');
  await userEvent.click(await button('a@example.com'));
  const other = await place();
  other.focus();
  slow.resolve();
  await screen.findByText('2 failed payments');
  expect(document.activeElement).toBe(other);
});

test('several rows are checked in parallel, each once, even if the screen is left and opened again', async () => {
  await addThree();
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/payment-recovery');
  await userEvent.dblClick(await button('a@example.com'));
  await userEvent.click(await button('b@example.com'));
  const checking = await screen.findAllByRole('button', { name: /^Checking… payment for/ });
  expect(checking.map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  await userEvent.click(screen.getByRole('link', { name: 'Payment Recovery' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Checking… payment for a@/ }));
  slow.resolve();
  await screen.findByText('1 failed payment');
  expect(await emails()).toEqual(['c@example.com']);
  expect(retries()).toHaveLength(2);
});

/** The badge of the row, and what the details say. */
async function lastCheck() {
  const badge = texts('td.check')[0];
  const { details } = await openDetails('ada@example.com');
  const said = texts('.drawer .last-check')[0];
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  return `${badge}. ${said}`;
}

test.each<[SandboxState, RegExp, RegExp, boolean]>([
  [
    'on_hold',
    /^Recovery failed: The subscription is on hold/,
    /^Not paid yet.*\. The subscription is on hold\. .* until \d\d\/\d\d\/\d{4}.* Checked \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    true,
  ],
  [
    'expired-canceled',
    /^Recovery failed: The subscription expired/,
    /^Can’t be recovered.*\. The subscription expired/,
    false,
  ],
  [
    'unreachable',
    /^Recovery failed: .*couldn’t be checked/,
    /^The store didn’t answer.*\. .*couldn’t be checked/,
    true,
  ],
])(
  'the answer of a store (%s) is shown and stays in the row after a reload',
  async (state, message, kept, again) => {
    await addPayment('ada@example.com', state);
    await openConsole('/payment-recovery?view=all');
    await userEvent.click(await button('ada@example.com'));
    await screen.findByText(message);
    await waitFor(() => expect(texts('td.check')).not.toEqual(['Not checked yet']));
    expect(await lastCheck()).toMatch(kept);

    cleanup();
    queryClient.getMutationCache().clear();
    await openConsole('/payment-recovery?view=all');
    await button('ada@example.com');
    expect(await lastCheck()).toMatch(kept);
    await userEvent.click(await button('ada@example.com'));
    await button('ada@example.com');
    expect(retries()).toHaveLength(again ? 2 : 1);
  },
);

test.each([
  ['words of its own', Response.json({ success: false, message: 'Busy.' }), 'Recovery failed: Busy.'],
  ['no words', Response.json({ success: false }), 'Recovery failed: Unknown error'],
  ['an error without words', new Response('<b>oops</b>', { status: 500 }), 'Recovery failed: Unknown error'],
  ['nothing it should', Response.json({ fine: true }), 'Recovery failed'],
])('a failure with %s', async (_, answer, message) => {
  await addPayment('ada@example.com', 'active');
  proxy.intercept = ({ method }) => (method === 'POST' ? answer : undefined);
  await openConsole('/payment-recovery');
  await userEvent.click(await button('ada@example.com'));
  await expectAlert(message);
  expect(await emails()).toEqual(['ada@example.com']);
});

test('a payment that another administrator has recovered is removed', async () => {
  await addPayment('ada@example.com', 'active');
  await openConsole('/payment-recovery');
  await button('ada@example.com');
  await db.updateTable('failed_payments').set({ recovered_at: new Date() }).execute();
  await userEvent.click(await button('ada@example.com'));
  await screen.findByText(/^Recovery failed: This payment was already recovered on /);
  await screen.findByText('No failed payments');
});

test('a failed load shows an error with Retry and a notification', async () => {
  await addPayment('ada@example.com', 'active');
  proxy.intercept = ({ url }) =>
    url.includes('/failed-payments') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
  await openConsole('/payment-recovery');
  const words = 'Failed to load failed payments. Please try again.';
  await screen.findByText(words, { selector: '.failed p' });
  await expectAlert(words);
  expect(screen.queryByText('Later.')).toBeNull();
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await button('ada@example.com');
  expect(screen.queryByText(words, { selector: '.failed p' })).toBeNull();
});
