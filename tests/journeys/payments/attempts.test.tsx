import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { addPayment } from './add-payment.ts';
import { openDetails } from './rows.ts';

const { db, proxy } = journey;

/** The list, whose payments belong to no purchase any more and so have no timeline. */
async function withoutTimeline({ url, headers, method }: Request): Promise<Response | undefined> {
  if (method !== 'GET' || !url.includes('/failed-payments') || url.endsWith('/checks')) return undefined;
  const authorization = headers.get('authorization') ?? '';
  const answer = await (
    await fetch(url.replace(proxy.base, journey.api.base), { headers: { authorization } })
  ).json();
  const payments = (answer.data.payments as object[]).map((payment) => ({ ...payment, purchase_id: null }));
  return Response.json({ ...answer, data: { payments } });
}

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  proxy.intercept = withoutTimeline;
});

test('the attempts of a payment are in its details, and a new one appears', async () => {
  await addPayment('ann@example.com', 'on_hold');
  await openConsole('/payment-recovery');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry payment for ann@example.com' }));
  await screen.findByText('Not paid yet');
  expect(proxy.requests.some(({ path }) => path.endsWith('/checks'))).toBe(false);
  const { details } = await openDetails('ann@example.com');
  const lines = () => texts('.attempts li');
  await waitFor(() =>
    expect(lines()).toEqual([
      expect.stringMatching(
        /^Not paid yet \d\d\/\d\d\/\d{4} \d\d:\d\d, First.* Last.* \(.*@example.com\)\. The subscription is on hold/,
      ),
    ]),
  );
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(details.getByRole('button', { name: 'Retry payment for ann@example.com' }));
  await waitFor(() => expect(lines()).toHaveLength(2));
});

test('attempts that cannot be loaded can be asked for again', async () => {
  await addPayment('ann@example.com', 'active');
  await db
    .updateTable('failed_payments')
    .set({ last_outcome: 'still_failing', last_message: 'Words.', last_checked_at: new Date() })
    .execute();
  proxy.intercept = (request) =>
    request.url.endsWith('/checks')
      ? Response.json({ message: 'Later.' }, { status: 500 })
      : withoutTimeline(request);
  await openConsole('/payment-recovery?view=all');
  await openDetails('ann@example.com');
  const panel = (await screen.findByText('The attempts couldn’t be loaded.')).parentElement;
  proxy.intercept = null;
  await userEvent.click(within(panel as HTMLElement).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(texts('.attempts')).toHaveLength(1));
});
