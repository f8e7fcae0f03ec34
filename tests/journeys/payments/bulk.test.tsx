import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '#client/session.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from './add-payment.ts';

const { db, proxy } = journey;

/** One pointer, which leaves a row for a button. */
let user = userEvent.setup();

afterEach(() => vi.unstubAllGlobals());
beforeEach(async () => {
  user = userEvent.setup();
  stubDialogs();
  await db.deleteFrom('background_jobs').execute();
  await deleteUsers();
  await signInAsAdministrator();
});

const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const select = async (email: string) =>
  user.click(await screen.findByRole('checkbox', { name: `Select payment of ${email}` }));
const bar = () => screen.findByRole('region', { name: 'Selected payments' });
const selectedBar = () => screen.queryByRole('region', { name: 'Selected payments' });
const emails = async () => {
  await cellsOf('Failed payments');
  return texts('tbody th.address small');
};
const starts = () =>
  proxy.requests.filter(({ method, path }) => method === 'POST' && path === '/admin/payment-retries');
const retryLists = () =>
  proxy.requests.filter(({ method, path }) => method === 'GET' && path === '/admin/payment-retries').length;
const ended = (count: number) =>
  waitFor(() => expect(texts('.ended-work summary')).toEqual([`Retries of the last day (${count})`]), {
    timeout: 30_000,
  });

/** `a0@example.com` and so on; the newest first. */
async function addMany(count: number, state: Parameters<typeof addPayment>[1] = 'on_hold') {
  for (let index = 0; index < count; index += 1) {
    await addPayment(`a${index}@example.com`, state, new Date(2026, 5, 7, 12, -index));
  }
}

/** In the dialog. */
async function confirm(question: string) {
  const dialog = await screen.findByRole('dialog', { name: question });
  const buttons = within(dialog).getAllByRole('button');
  expect(buttons[0]?.textContent).toBe('Cancel');
  await user.click(within(dialog).getByRole('button', { name: /^Retry/ }));
}

test('chosen payments are retried after one question, with a result for each, and the list follows', async () => {
  await addPayment('paid@example.com', 'active', new Date(2026, 5, 9, 12));
  await addPayment('held@example.com', 'on_hold', new Date(2026, 5, 8, 12));
  await addPayment('other@example.com', 'active', new Date(2026, 5, 7, 12));
  await openConsole('/payment-recovery?view=all');
  await select('paid@example.com');
  await select('held@example.com');
  expect((await bar()).querySelector('p')?.textContent).toBe('2 selected');
  expect(await axeViolations()).toEqual([]);

  await press('Retry 2 payments');
  await screen.findByRole('dialog');
  expect(starts()).toEqual([]);
  await confirm('Ask the App Store and Google Play about 2 payments?');
  await expectNotice('Retry started');
  expect(selectedBar()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await ended(1);
  expect(texts('p.visually-hidden[role="status"]')).toContain(
    'Retry of 2 payments. Done: 1 recovered, 1 not paid yet.',
  );
  await waitFor(async () => expect(await emails()).toEqual(['held@example.com', 'other@example.com']));
  expect(starts()).toHaveLength(1);

  await user.click(screen.getByText('Retries of the last day (1)'));
  await press('Show results of Retry of 2 payments');
  const table = await screen.findByRole('table', { name: 'Results of Retry of 2 payments' });
  const links = await within(table).findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['held@example.com', 'paid@example.com']);
  expect(within(table).getByText('Not paid yet')).toBeTruthy();
  expect(within(table).getByText('Recovered')).toBeTruthy();
  expect(within(table).getByText(/^The subscription is on hold/, { exact: false })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('all payments that match are retried; the question names their number and their store', async () => {
  await addMany(25);
  await openConsole('/payment-recovery?platform=android&pageSize=20');
  await screen.findByText('a0@example.com');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect((await bar()).querySelector('p')?.textContent).toBe('20 selected');
  await press('Select all 25 payments that match');
  expect((await bar()).querySelector('p')?.textContent).toBe('All 25 payments selected');
  expect(document.activeElement).toBe(await bar());
  expect(await axeViolations()).toEqual([]);
  await press('Retry 25 payments');
  await confirm('Ask Google Play about 25 payments?');
  await ended(1);
  expect(texts('.ended-work strong')).toEqual(['Retry of 25 payments']);
  expect(selectedBar()).toBeNull();
});

test('a choice of single rows, or another list, ends the selection of all that match', async () => {
  await addMany(22);
  await openConsole('/payment-recovery?pageSize=20');
  await select('a0@example.com');
  await select('a1@example.com');
  await press('Select all 22 payments that match');
  expect((await bar()).querySelector('p')?.textContent).toBe('All 22 payments selected');
  await select('a1@example.com');
  expect((await bar()).querySelector('p')?.textContent).toBe('1 selected');
  await press('Select all 22 payments that match');
  const search = screen.getByLabelText(/^Search by email/);
  await user.type(search, 'a3@');
  await waitFor(async () => expect(await emails()).toEqual(['a3@example.com']));
  await user.clear(search);
  await waitFor(async () => expect(await emails()).toHaveLength(20));
  expect((await bar()).querySelector('p')?.textContent).toBe('1 selected');
});

test('a list that has changed since it was counted is refused, and the selection stays', async () => {
  await addMany(22);
  await openConsole('/payment-recovery?pageSize=20');
  await select('a0@example.com');
  await press('Select all 22 payments that match');
  await press('Retry 22 payments');
  await addPayment('new@example.com', 'on_hold', new Date(2026, 5, 10));
  await confirm('Ask the App Store and Google Play about 22 payments?');
  await expectAlert('There are now 23 payments. The stores weren’t asked. Check the list again.');
  expect((await bar()).querySelector('p')?.textContent).toMatch(/^All 2[23] payments selected$/);
});

test('a retry of a colleague is seen in an open list while it runs, and can be stopped', async () => {
  const { setInterval } = globalThis;
  // A list without retries asks every 15 s.
  vi.stubGlobal('setInterval', (run: () => void, ms: number) => setInterval(run, ms === 15_000 ? 100 : ms));
  await addMany(2);
  await openConsole('/payment-recovery');
  await screen.findByText('a0@example.com');
  await waitFor(() => expect(retryLists()).toBeGreaterThan(0));
  const colleague = await addAdministrator(db);
  const { id } = await db
    .insertInto('background_jobs')
    // Due later, so that it stays as it is.
    .values({
      ...({ kind: 'payment_retry', details: '{"notes": ""}' } as const),
      ...{ started_at: new Date(), started_by: colleague.id, request_id: null },
      due_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payments = await db.selectFrom('failed_payments').select('id').execute();
  await db
    .insertInto('background_job_rows')
    .values(payments.map((payment, index) => ({ job_id: id, row: index + 1, payment_id: payment.id })))
    .execute();
  const running = await screen.findByRole('region', { name: 'Retry of 2 payments' });
  expect(running.textContent).toContain(colleague.email);
  expect(within(running).getByRole('progressbar').getAttribute('max')).toBe('2');
  expect(within(running).getByText('0 of 2')).toBeTruthy();
  expect(running.textContent).toMatch(/The store has asked us to wait\. The retry continues at \d\d\/\d\d/);
  expect(await axeViolations()).toEqual([]);
  const stop = within(running).getByRole('button', { name: /^Stop/ });
  stop.focus();
  await user.keyboard('{Enter}');
  await ended(1);
  expect(texts('.ended-work li p')).toEqual([expect.stringContaining('Stopped: 0 recovered, 2 not asked.')]);
  // The button is gone.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('the selection survives paging and other screens, loses what was recovered, and ends with the session', async () => {
  await addMany(21, 'active');
  await openConsole('/payment-recovery?pageSize=20');
  await select('a0@example.com');
  await press('Next');
  await select('a20@example.com');
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  await user.click(screen.getByRole('link', { name: 'Payment Recovery' }));
  expect((await bar()).querySelector('p')?.textContent).toBe('2 selected');
  await press('Retry payment for a0@example.com');
  await expectAlert('Payment recovered successfully!');
  await waitFor(async () => expect((await bar()).querySelector('p')?.textContent).toBe('1 selected'));
  await press('Clear selection');
  expect(selectedBar()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await select('a1@example.com');
  endSession();
  await screen.findByRole('heading', { name: 'Sign in' });
  cleanup();
  await signInAsAdministrator();
  await openConsole('/payment-recovery');
  await screen.findByRole('checkbox', { name: 'Select payment of a1@example.com' });
  expect(selectedBar()).toBeNull();
});

test('a list of recovered payments has no checkboxes', async () => {
  await addMany(1, 'active');
  await openConsole('/payment-recovery');
  await press('Retry payment for a0@example.com');
  await screen.findByText(/^Nothing to recover/);
  cleanup();
  await openConsole('/payment-recovery?state=recovered');
  await screen.findByText('a0@example.com');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('retries that cannot be loaded say so, and the list stays', async () => {
  await addMany(1);
  proxy.intercept = ({ url }) =>
    url.includes('/admin/payment-retries')
      ? Response.json({ status: 500, message: 'Something went wrong on our end.' }, { status: 500 })
      : undefined;
  await openConsole('/payment-recovery');
  await screen.findByText('The bulk retries couldn’t be loaded.');
  expect(await emails()).toEqual(['a0@example.com']);
  proxy.intercept = null;
  await press('Retry');
  await waitFor(() => expect(screen.queryByText('The bulk retries couldn’t be loaded.')).toBeNull());
});

test('the result stays after a reload until it is closed: the money, and each number as a link to its rows', async () => {
  await addPayment('paid@example.com', 'active', new Date(2026, 5, 9, 12));
  await addPayment('also@example.com', 'active', new Date(2026, 5, 8, 12));
  await addPayment('held@example.com', 'on_hold', new Date(2026, 5, 7, 12));
  await openConsole('/payment-recovery');
  for (const name of ['paid', 'also', 'held']) await select(`${name}@example.com`);
  await press('Retry 3 payments');
  await confirm('Ask the App Store and Google Play about 3 payments?');
  const result = () =>
    screen.findByRole('region', { name: 'Result of Retry of 3 payments' }, { timeout: 30_000 });
  const card = within(await result());
  card.getByText('$19.98 recovered');
  expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '2 recovered',
    '1 not paid yet',
  ]);
  expect(await axeViolations()).toEqual([]);

  await user.click(card.getByRole('link', { name: '1 not paid yet' }));
  await waitFor(async () => expect(await emails()).toEqual(['held@example.com']));
  expect(location.search).toMatch(/^\?retry=\d+&result=still_failing$/);
  await user.click(within(await result()).getByRole('link', { name: '2 recovered' }));
  await waitFor(async () =>
    expect((await emails()).toSorted()).toEqual(['also@example.com', 'paid@example.com']),
  );
  await press(/^Remove the filter Result: Recovered/);
  await waitFor(async () => expect(await emails()).toHaveLength(3));
  await press(/^Remove the filter Retry: number/);
  await waitFor(() => expect(location.search).toBe(''));

  cleanup();
  await openConsole('/payment-recovery');
  await user.click(within(await result()).getByRole('button', { name: /^Close the result/ }));
  expect(screen.queryByRole('region', { name: /^Result of/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  cleanup();
  await openConsole('/payment-recovery');
  await ended(1);
  expect(screen.queryByRole('region', { name: /^Result of/ })).toBeNull();
});
