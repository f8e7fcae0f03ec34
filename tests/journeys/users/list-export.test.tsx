import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { exportName } from '#console/users/UsersList.tsx';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, expectNotice, openConsole, signInAsAdministrator, texts } from '../console.tsx';

const { db, proxy } = journey;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const saved: Blob[] = [];
const today = exportName({ keyword: '', filters: {} }, new Date()).slice('users-'.length);

beforeEach(async () => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}` }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  await deleteUsers();
  await signInAsAdministrator();
  await addUser(db, { first_name: 'Zoë', last_name: 'Ng', status: 'suspended', phone: '+44 20 7946 0018' });
  await addUser(db, { first_name: 'Ada', last_name: 'Ng', status: 'suspended' });
});

test('a file has the users of the list in its order, a name of filter and date, and no token in its address', async () => {
  await openConsole('/users?keyword=ng&status=suspended&sort=name');
  await press('Export');
  expect(await screen.findByText('Export 2 users, as listed here:')).toBeTruthy();
  await press('CSV');
  await expectNotice(`users-search-suspended-${today} has been saved`);
  const lines = (await saved[0]?.text())?.trim().split('\n') ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Ada","Ng",');
  expect(lines[2]).toContain('"+44 20 7946 0018"');
  const sent = proxy.requests.filter(({ path, method }) => path === '/admin/user-export' && method === 'GET');
  expect(sent.map(({ query }) => query)).toEqual(['?keyword=ng&status=suspended&sort=name']);
  const entries = await db.selectFrom('audit_entries').where('action', '=', 'users_exported').execute();
  expect(entries).toHaveLength(1);
});

test('the name says each filter', () => {
  const filters = {
    ...{ status: 'active', verification: 'pending', role: 'admin', onboarding: 'not_started' },
    ...{ subscription: 'in_grace_period', createdFrom: '2026-01-01', createdTo: '2026-02-01', sort: 'name' },
  };
  expect(exportName({ keyword: '', filters }, new Date(2026, 10, 2))).toBe(
    'users-active-pending-role-admin-onboarding-not-started-subscription-in-grace-period' +
      '-from-2026-01-01-to-2026-02-01-2026-11-02.csv',
  );
  expect(exportName({ keyword: '', filters: { status: 'active' } }, new Date(2026, 10, 22))).toBe(
    'users-active-2026-11-22.csv',
  );
});

test('an export that fails says that nothing was saved', async () => {
  await openConsole('/users');
  await press('Export');
  proxy.intercept = ({ url, method }) =>
    method === 'GET' && url.includes('/admin/user-export')
      ? Response.json(
          { status: 500, message: 'Something went wrong on our end.' },
          { status: 500, headers: { 'access-control-allow-origin': '*' } },
        )
      : undefined;
  await press('CSV');
  await expectAlert('Nothing was saved. Something went wrong on our end.');
  expect(saved).toEqual([]);
  expect(texts('.export-panel [role="status"]')).toEqual(['']);
});
