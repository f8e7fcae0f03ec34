import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';
import { calls, press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';

const { db } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

const today = () => {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};
function stubSaving(): Blob[] {
  const saved: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}` }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  return saved;
}

test('an export is saved as a file with the filters of the list, which its name says with the day', async () => {
  await addPayment('ann@example.com', 'active');
  await addPayment('bea@example.com', 'active');
  const saved = stubSaving();
  await openConsole('/payment-recovery?platform=android&sort=email&order=desc');
  await press('Export');
  expect(await screen.findByText('Export 2 payments, as listed here:')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  await press('CSV');
  await expectNotice(`failed-payments-android-${today()}.csv has been saved`);
  expect(await saved[0]?.text()).toMatch(/bea@example\.com[\s\S]*ann@example\.com/);
  expect(calls('GET', '/admin/failed-payment-export').map(({ query }) => query)).toEqual([
    '?view=all&platform=android&sort=email&order=desc',
  ]);
});

test('an export of a month of recoveries says so in its name', async () => {
  const { id } = await addPayment('ann@example.com', 'active');
  const recovered_at = new Date('2026-03-15T12:00:00Z');
  await db.updateTable('failed_payments').set({ recovered_at }).where('id', '=', id).execute();
  await addPayment('bea@example.com', 'active');
  const saved = stubSaving();
  await openConsole('/payment-recovery?recovered=2026-03');
  await press('Export');
  await screen.findByText('Export 1 payment, as listed here:');
  await press('CSV');
  await expectNotice(`failed-payments-recovered-2026-03-${today()}.csv has been saved`);
  expect(await saved[0]?.text()).toMatch(/ann@example\.com/);
});
