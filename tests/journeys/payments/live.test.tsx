import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { allowAllBut, deferred, openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from './add-payment.ts';
import { rowNames } from './rows.ts';

/** The list of a console that stays open, while colleagues work. */

const { api, db, proxy } = journey;
const POLL_MS = 30_000;

/** Knows where it was before. */
let pointer = userEvent.setup();

/** What runs every 30 s. */
const polls = new Set<() => void>();
const real = { setInterval, clearInterval };

beforeEach(async () => {
  pointer = userEvent.setup();
  polls.clear();
  const timers = new Map<unknown, () => void>();
  vi.stubGlobal('setInterval', (run: () => void, ms: number) => {
    if (ms !== POLL_MS) return real.setInterval(run, ms);
    const timer = Symbol('timer');
    timers.set(timer, run);
    polls.add(run);
    return timer;
  });
  vi.stubGlobal('clearInterval', (timer: never) => {
    const run = timers.get(timer);
    if (run) polls.delete(run);
    else real.clearInterval(timer);
  });
  await deleteUsers();
  await signInAsAdministrator();
});
afterEach(() => vi.unstubAllGlobals());

const lists = () => proxy.requests.filter(({ path }) => path.endsWith('/failed-payments')).length;

/** Half a minute later. */
async function wait() {
  const before = lists();
  for (const poll of polls) poll();
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
}

const shows = (expected: string[]) => waitFor(() => expect(rowNames()).toEqual(expected));
const badge = (name: string) => row(name).querySelector('.check .badge')?.textContent;
const row = (name: string) => {
  const found = screen.getByRole('link', { name: `${name}@example.com` }).closest('tr');
  if (!found) throw new Error(name);
  return found;
};
const recover = (name: string) =>
  db
    .updateTable('failed_payments')
    .set({ recovered_at: new Date() })
    .where('user_id', '=', ({ selectFrom }) =>
      selectFrom('users').where('email', '=', `${name}@example.com`).select('id'),
    )
    .execute();

async function openThree() {
  for (const [index, name] of ['c', 'b', 'a'].entries()) {
    await addPayment(`${name}@example.com`, 'active', new Date(2026, 5, 7 + index, 12));
  }
  await openConsole('/payment-recovery?view=all');
  await shows(['a', 'b', 'c']);
  await waitFor(() => expect(polls.size).toBe(1));
  // The bulk retries, too: a failure of their first reading is shown.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

test('a payment that a colleague has recovered leaves by itself, and the count follows', async () => {
  await openThree();
  await recover('b');
  await wait();
  await shows(['a', 'c']);
  await screen.findByText('2 failed payments');
  expect(screen.queryByText('Recovered', { selector: '.badge' })).toBeNull();
});

test.each([
  ['its own row', 'b'],
  ['a row below', 'c'],
])('it stays while the pointer is on %s, and says why', async (_, hovered) => {
  await openThree();
  await pointer.hover(row(hovered));
  await recover('b');
  await wait();
  await waitFor(() => expect(badge('b')).toBe('Recovered'));
  expect(rowNames()).toEqual(['a', 'b', 'c']);
  const retry = screen.getByRole('button', { name: 'Retry payment for b@example.com' });
  expect(retry.getAttribute('aria-disabled')).toBe('true');
  await pointer.hover(screen.getByRole('heading', { level: 1 }));
  await shows(['a', 'c']);
});

test('it leaves at once while the pointer is on a row above', async () => {
  await openThree();
  await pointer.hover(row('a'));
  await recover('b');
  await wait();
  await shows(['a', 'c']);
});

test('it stays while the focus is on a row below, and leaves when the focus leaves', async () => {
  await openThree();
  const focused = screen.getByRole('link', { name: 'c@example.com' });
  focused.focus();
  await recover('a');
  await wait();
  await waitFor(() => expect(badge('a')).toBe('Recovered'));
  expect(rowNames()).toEqual(['a', 'b', 'c']);
  expect(document.activeElement).toBe(focused);
  screen.getByRole('searchbox').focus();
  await shows(['b', 'c']);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('the check of a colleague is shown in its row', async () => {
  await openThree();
  await pointer.hover(row('b'));
  await db
    .updateTable('failed_payments')
    .set({ last_outcome: 'still_failing', last_message: 'On hold.', last_checked_at: new Date() })
    .execute();
  await wait();
  for (const name of ['a', 'b', 'c']) await waitFor(() => expect(badge(name)).toBe('Not paid yet'));
});

test('after a return no answer moves a row under the focus, and a row that left says why', async () => {
  await openThree();
  await userEvent.click(screen.getByRole('link', { name: 'c@example.com' }));
  await screen.findByRole('button', { name: 'Back' });
  await recover('b');
  await queryClient.invalidateQueries({ queryKey: ['payments'] });
  const before = lists();
  history.back();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'c@example.com' })),
  );
  await waitFor(() => expect(lists()).toBe(before + 1));
  await waitFor(() => expect(badge('b')).toBe('Recovered'));
  await recover('a');
  await wait();
  await waitFor(() => expect(badge('a')).toBe('Recovered'));
  expect(rowNames()).toEqual(['a', 'b', 'c']);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'c@example.com' }));
  act(() => screen.getByRole('searchbox').focus());
  await shows(['c']);
});

test('new payments wait behind a line until they are asked for', async () => {
  await openThree();
  await addPayment('new1@example.com', 'active', new Date(2026, 6, 1));
  await wait();
  await screen.findByText('1 new failed payment.');
  expect(rowNames()).toEqual(['a', 'b', 'c']);
  await addPayment('new2@example.com', 'active', new Date(2026, 6, 2));
  await wait();
  await screen.findByText('2 new failed payments.');
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
  await shows(['new2', 'new1', 'a', 'b', 'c']);
  expect(screen.queryByText(/new failed payment/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('an empty list shows a new payment at once', async () => {
  await openConsole('/payment-recovery');
  await screen.findByText(/^Nothing to recover/);
  await addPayment('new@example.com', 'active');
  await waitFor(() => expect(polls.size).toBe(1));
  await wait();
  await shows(['new']);
});

test('a row that leaves its view is not called recovered', async () => {
  await addPayment('a@example.com', 'active');
  await openConsole('/payment-recovery');
  await shows(['a']);
  await waitFor(() => expect(polls.size).toBe(1));
  await pointer.hover(row('a'));
  await db.updateTable('failed_payments').set({ ended_at: new Date() }).execute();
  await wait();
  await screen.findByText('No longer in this list');
});

test('nothing is asked while a retry runs, and an answer from before it is not used', async () => {
  await openThree();
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await userEvent.click(screen.getByRole('button', { name: 'Retry payment for b@example.com' }));
  await waitFor(() => expect(polls.size).toBe(0));
  slow.resolve();
  await shows(['a', 'c']);
  await waitFor(() => expect(polls.size).toBe(1));

  const [late, answered] = [deferred(), deferred()];
  proxy.intercept = async ({ method, url, headers }) => {
    if (method !== 'GET') return undefined;
    const answer = await fetch(url.replace(proxy.base, api.base), { headers });
    await late.promise;
    answered.resolve();
    return answer;
  };
  await wait();
  await userEvent.click(screen.getByRole('button', { name: 'Retry payment for a@example.com' }));
  await shows(['c']);
  late.resolve();
  await answered.promise;
  await waitFor(() => expect(polls.size).toBe(1));
  expect(rowNames()).toEqual(['c']);
  expect(screen.queryByText(/new failed payment/)).toBeNull();
});

test('a failure says nothing, and the next answer counts', async () => {
  await openThree();
  await recover('b');
  proxy.intercept = () => Response.json({ message: 'Later.' }, { status: 500 });
  await wait();
  // The request has begun: the failure must have arrived, too.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  proxy.intercept = null;
  expect(document.querySelector('.toast, .failed')).toBeNull();
  expect(rowNames()).toEqual(['a', 'b', 'c']);
  await wait();
  await shows(['a', 'c']);
});

test('a hidden tab asks for nothing', async () => {
  await openThree();
  const before = lists();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  for (const poll of polls) poll();
  hidden.mockRestore();
  await wait();
  expect(lists()).toBe(before + 1);
});

test('without the capability to filter the list is not asked for again', async () => {
  allowAllBut('payments:filter');
  const payments = [{ id: 9, email: 'pay@example.net' }];
  proxy.intercept = ({ url }) =>
    url.includes('/failed-payments') ? Response.json({ data: { payments } }) : undefined;
  await openConsole('/payment-recovery');
  await screen.findByText('1 failed payment');
  expect(polls.size).toBe(0);
});
