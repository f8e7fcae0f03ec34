import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  axeViolations,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';
import { openDetails } from './rows.ts';

const { db, api, proxy } = journey;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

beforeAll(stubDialogs);
beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function addFailing(email: string) {
  const payment = await addPayment(email, 'in_grace_period');
  await db
    .updateTable('failed_payments')
    .set({
      stage: 'grace_period',
      deadline_at: inDays(3),
      deadline_certainty: 'said',
      access_until: inDays(3),
    })
    .where('id', '=', payment.id)
    .execute();
  return payment;
}

const question = () => screen.findByRole('dialog', { name: /^Remind .* of the failed payment\?$/ });
const answer = async (label: string) =>
  userEvent.click(within(await question()).getByRole('button', { name: label }));

test('a customer is reminded after a question, and the details say when', async () => {
  await addFailing('ada@example.com');
  await addFailing('bob@example.com');
  await openConsole('/payment-recovery');
  await openDetails('ada@example.com');
  await press('Remind ada@example.com');
  expect((await question()).textContent).toContain(
    'We’ll email ada@example.com a link to update the payment at Google Play.',
  );
  await answer('Cancel');
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await press('Remind ada@example.com');
  await answer('Remind');
  await expectNotice('The reminder is on its way.');
  await waitFor(() =>
    expect(texts('.reminder')).toEqual([expect.stringMatching(/^Remind\w+ (queued )?\d\d\/\d\d\/\d{4}/)]),
  );
  expect(screen.queryByRole('button', { name: 'Remind ada@example.com' })).toBeNull();
  // The focus is on the other button, not lost.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Retry payment for ada@example.com');
  expect((await api.waitForMailTo('ada@example.com')).kind).toBe('payment_reminder');
  expect(await axeViolations()).toEqual([]);
});

test('a refusal says why, and the details what is true now', async () => {
  const { id, user } = await addFailing('ada@example.com');
  await openConsole('/payment-recovery');
  await openDetails('ada@example.com');
  await db.updateTable('users').set({ reminders_refused_at: new Date() }).where('id', '=', user.id).execute();
  await press('Remind ada@example.com');
  await answer('Remind');
  await expectAlert('The customer doesn’t want reminders.');
  await waitFor(() =>
    expect(texts('.reminder')).toEqual(['No reminder: The customer doesn’t want reminders.']),
  );
  // The focus is on the other button, not lost.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Retry payment for ada@example.com');
  expect(await db.selectFrom('payment_reminders').where('payment_id', '=', id).selectAll().execute()).toEqual(
    [],
  );
});

test('a second subscription is warned of', async () => {
  const { user } = await addFailing('ada@example.com');
  await db
    .insertInto('subscriptions')
    .values({
      ...{ user_id: user.id, plan: 'Yearly', product_id: 'yearly', platform: 'ios', status: 'active' },
      ...{ start_date: inDays(-3), end_date: null },
    })
    .execute();
  await openConsole('/payment-recovery');
  await openDetails('ada@example.com');
  await screen.findByText('Has another subscription: if this one recovers, they’ll pay for both.');
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
});

test('the choice of a user is on their page', async () => {
  const { user } = await addFailing('ada@example.com');
  await openConsole(`/users/${user.id}`);
  await screen.findByText('We may email this user when a payment fails.');
  await press('Stop reminders');
  await expectNotice('Reminders stopped');
  await screen.findByText(/^Refused on/);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull());
  expect(await axeViolations()).toEqual([]);
  await press('Allow reminders');
  await screen.findByText('We may email this user when a payment fails.');
});

test('a deleted account is said to get no reminders, and has no choice', async () => {
  const { user } = await addFailing('ada@example.com');
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  await screen.findByText('No reminders are sent to a deleted account.');
  expect(screen.queryByRole('button', { name: /reminders$/ })).toBeNull();
});

test('the choice that cannot be saved stays as it was', async () => {
  const { user } = await addFailing('ada@example.com');
  proxy.intercept = ({ method }) =>
    method === 'PUT' ? Response.json({ status: 503, message: 'Not now.' }, { status: 503 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await press('Stop reminders');
  await expectAlert('Not now.');
  expect(screen.getByText('We may email this user when a payment fails.')).toBeTruthy();
});
