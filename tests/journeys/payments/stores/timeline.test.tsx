import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator, texts } from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';
import { addPayment } from '../add-payment.ts';
import { findOpener } from '../rows.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await deleteUsers();
  await signInAsAdministrator();
});

const opener = () => findOpener('ann@example.com');
const lines = () => texts('.timeline .what');

async function addNotifications(count: number): Promise<void> {
  const { id } = await db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, index) => ({
    platform: 'android' as const,
    id: `${id}-${index}`,
    type: `SUBSCRIPTION_RENEWED (${index})`,
    environment: 'production' as const,
    sent_at: new Date(Date.now() - index * 60_000),
    received_at: new Date(Date.now() - index * 60_000 + (index === 0 ? 2 * 3_600_000 : 0)),
    purchase_id: id,
    payload: null,
    by_reconciliation: index === 1,
  }));
  await db.insertInto('store_notifications').values(rows).execute();
}

test('the timeline of a payment opens on demand, in the words of the store, and gives the focus back', async () => {
  await addPayment('ann@example.com', 'on_hold');
  await addNotifications(2);
  await openConsole('/payment-recovery');
  const button = await opener();
  expect(proxy.requests.some(({ path }) => path.endsWith('/timeline'))).toBe(false);
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByRole('heading', { name: 'Timeline' });
  await waitFor(() =>
    expect(lines()).toEqual([
      'Store notification SUBSCRIPTION_RENEWED (0)',
      'Store notification SUBSCRIPTION_RENEWED (1)',
      'Renewal failed ',
    ]),
  );
  dialog.getByText('It wasn’t delivered. The daily reconciliation found it.');
  dialog.getByText(/Received/);
  expect(dialog.getAllByText('Card expired.')).toHaveLength(2);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(button);
});

test('a retry refreshes an open timeline', async () => {
  await addPayment('ann@example.com', 'on_hold');
  await openConsole('/payment-recovery');
  await userEvent.click(await opener());
  await waitFor(() => expect(lines()).toEqual(['Renewal failed ']));
  const details = within(await screen.findByRole('dialog'));
  await userEvent.click(details.getByRole('button', { name: 'Retry payment for ann@example.com' }));
  await waitFor(() =>
    expect(lines()).toEqual(['Checked by an administrator Not paid yeton_hold', 'Renewal failed ']),
  );
  expect(texts('.timeline .what + p')[0]).toMatch(/^The subscription is on hold/);
});

test('older entries come page by page; the focus goes to the first of them', async () => {
  await addPayment('ann@example.com', 'on_hold');
  await addNotifications(30);
  await openConsole('/payment-recovery');
  await userEvent.click(await opener());
  await waitFor(() => expect(lines()).toHaveLength(20));
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(lines()).toHaveLength(31));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Store notification SUBSCRIPTION_RENEWED \(20\)/);
});

test.each(['Retry', 'Show older'])(
  'older entries that cannot be loaded hide no newer ones, and “%s” asks again',
  async (by) => {
    await addPayment('ann@example.com', 'on_hold');
    await addNotifications(30);
    await openConsole('/payment-recovery');
    await userEvent.click(await opener());
    await waitFor(() => expect(lines()).toHaveLength(20));
    proxy.intercept = ({ url }) =>
      url.includes('/timeline?') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
    const panel = (await screen.findByText('The timeline couldn’t be loaded.')).parentElement;
    expect(lines()).toHaveLength(20);
    // The focus is not lost.
    const older = screen.getByRole('button', { name: 'Show older' });
    expect(document.activeElement).toBe(older);
    proxy.intercept = null;
    await userEvent.click(
      by === 'Retry' ? within(panel as HTMLElement).getByRole('button', { name: 'Retry' }) : older,
    );
    await waitFor(() => expect(lines()).toHaveLength(31));
    expect(document.activeElement?.textContent).toMatch(/^Store notification SUBSCRIPTION_RENEWED \(20\)/);
  },
);

test('a timeline that cannot be loaded can be asked for again', async () => {
  await addPayment('ann@example.com', 'on_hold');
  proxy.intercept = ({ url }) =>
    url.endsWith('/timeline') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
  await openConsole('/payment-recovery');
  await userEvent.click(await opener());
  const panel = (await screen.findByText('The timeline couldn’t be loaded.')).parentElement;
  proxy.intercept = null;
  await userEvent.click(within(panel as HTMLElement).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(lines()).toEqual(['Renewal failed ']));
  // The pressed button is gone.
  expect(document.activeElement).toBe(
    within(await screen.findByRole('dialog')).getByRole('heading', { level: 2 }),
  );
});

test('a repeated answer is one entry, and entries of a kind that this console does not know are left out', async () => {
  await addPayment('ann@example.com', 'on_hold');
  const at = '2026-11-20T10:00:00Z';
  const entries = [
    { kind: 'telegram', at },
    { kind: 'reminder', at, by: 'Ada', stage: 'grace_period' },
    { kind: 'question', at, since: '2026-11-19T10:00:00Z', times: 12, answer: 'purchase', rawState: 'ON' },
    { kind: 'question', at, since: at, times: 1, answer: 'purchase', rawState: 'OFF' },
  ];
  proxy.intercept = ({ url }) =>
    url.endsWith('/timeline') ? Response.json({ data: { entries } }) : undefined;
  await openConsole('/payment-recovery');
  await userEvent.click(await opener());
  await waitFor(() =>
    expect(lines()).toEqual([
      'Reminder sent to the customer ',
      'The store answered ON',
      'The store answered OFF',
    ]),
  );
  expect(texts('.timeline small').map((text) => text?.match(/\d+ times since .*/)?.[0])).toEqual([
    undefined,
    expect.stringMatching(/^12 times since 19\/11\/2026/),
    undefined,
  ]);
});
