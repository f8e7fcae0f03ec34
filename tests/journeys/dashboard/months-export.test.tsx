import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fileName } from '#console/ui/list/export.tsx';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';
import { calls, press } from '../recipes/editor.ts';

const { db, proxy } = journey;
const saved: Blob[] = [];
const PATH = '/admin/subscriptions/stats-export';
const allowed = { 'access-control-allow-origin': '*' };

beforeEach(async () => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}` }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  await deleteUsers();
  const { subscriptionId: subscription_id } = await addPayment('paid@example.com', 'active');
  await db
    .insertInto('charges')
    .values([
      paidCharge({ subscription_id, charged_at: '1970-01-01T00:00:00Z', amount_cents: 123_000 }),
      paidCharge({ subscription_id, charged_at: '1970-01-31T23:59:59Z', amount_cents: 456 }),
    ])
    .execute();
  await signInAsAdministrator();
});

test('the months are saved as a file whose name says what it is and the day, and no token is in its address', async () => {
  await openConsole('/');
  await screen.findByText('Export the month in the table:');
  await press('CSV');
  const name = fileName(['subscription-stats', 'by-month'], 'csv', new Date());
  await expectNotice(`${name} has been saved`);
  expect(await saved[0]?.text()).toContain('"1970-01","1","1234.56","0"');
  expect(calls('GET', PATH).map(({ query }) => query)).toEqual(['']);
});

test('a file that is cut short is reported and not saved', async () => {
  proxy.intercept = ({ url, method }) => {
    if (method !== 'GET' || !url.endsWith(PATH)) return;
    let pieces = 0;
    const body = new ReadableStream({
      pull: async (controller) => {
        pieces += 1;
        if (pieces > 2) controller.error(new Error('cut'));
        else controller.enqueue(new TextEncoder().encode('1970-01,3\n'));
      },
    });
    return new Response(body, { headers: { ...allowed, 'content-type': 'text/csv' } });
  };
  await openConsole('/');
  await press('CSV');
  await expectAlert('Nothing was saved. The server can’t be reached. Check your connection and try again.');
  expect(saved).toEqual([]);
});

test('without the capability there is no button for the export', async () => {
  allowAllBut('statistics:export');
  const data = [
    { month: '2026-02', subscription_count: 1, total_revenue: 1 },
    { month: '2026-01', subscription_count: 1, total_revenue: 1 },
  ];
  proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json({ data }) : undefined);
  await openConsole('/');
  await screen.findByRole('slider', { name: 'Month' });
  expect(texts('.export-panel')).toEqual([]);
});
