import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#api/auth/password-hash.ts';
import { openSession } from '#api/auth/sessions.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy, api } = journey;
const TITLE = 'Administrators';
stubDialogs();

let own: Awaited<ReturnType<typeof signInAsAdministrator>>;
const password_hash = await hashPassword('four quiet brown horses');

beforeEach(async () => {
  await deleteUsers();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  own = await signInAsAdministrator();
});

const addColleague = (values: Parameters<typeof addUser>[1] = {}) =>
  addUser(db, {
    first_name: 'Ann',
    last_name: 'Lee',
    email: `0-${crypto.randomUUID()}@example.com`,
    role: 'admin',
    password_hash,
    ...values,
  });
const openFor = (userId: number, at = new Date(2026, 10, 20, 8, 0)) =>
  openSession(db, { userId, rememberMe: true }, at);
const rowOf = async (name: string) =>
  (await cellsOf(TITLE)).find(([title]) => title?.startsWith(name))?.slice(0, 6);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** An action of a row. */
const manage = async (label: string, name: string) => {
  await press(`Manage ${name}`);
  await press(`${label} ${name}`);
};
const confirm = async (title: string, label: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: label }),
  );

test('each has name, address, role, status, last use and open sessions; oneself only a role and a link', async () => {
  const ann = await addColleague({ administrator_role: 'support' });
  await openFor(ann.id);
  await addColleague({ first_name: 'New', last_name: 'One', password_hash: null });
  await addColleague({
    first_name: 'Sus',
    last_name: 'Pended',
    status: 'suspended',
    administrator_role: 'analyst',
  });
  await addUser(db, { first_name: 'App', last_name: 'User' });
  await openConsole('/administrators');
  await screen.findByRole('rowheader', { name: 'Ann Lee' });
  expect(headingsOf(TITLE)).toEqual(['Name', 'Email', 'Role', 'Status', 'Last used', 'Sessions', 'Actions']);
  expect(await cellsOf(TITLE)).toHaveLength(4);
  const ownName = `${own.first_name} ${own.last_name}`;
  expect(await rowOf('Ann')).toEqual(['Ann Lee', ann.email, 'Support', 'Active', '20/11/2026 08:00', '1']);
  expect((await rowOf('New'))?.slice(2)).toEqual(['Owner', 'Invited', '–', '0']);
  expect((await rowOf('Sus'))?.slice(2)).toEqual(['Analyst', 'Suspended', '–', '0']);
  const ownRow = [`${ownName} (you)`, own.email, 'Owner', 'Active', '20/11/2026 09:05', '1'];
  expect(await rowOf(ownName)).toEqual(ownRow);
  const buttons = within(screen.getByRole('table')).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent).sort()).toEqual([
    'Manage Ann Lee',
    `Manage ${ownName}`,
    'Manage New One',
    'Manage Sus Pended',
  ]);
  const actions = async (name: string) => {
    await press(`Manage ${name}`);
    const panel = screen.getByRole('button', { name: `Manage ${name}` }).nextElementSibling as HTMLElement;
    return within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(` ${name}`, ''));
  };
  expect(await actions('Ann Lee')).toEqual(['Change role', 'New password link', 'End sessions', 'Suspend']);
  expect(await axeViolations()).toEqual([]);
  expect(await actions('New One')).toEqual(['Change role', 'Invite again', 'End sessions', 'Suspend']);
  expect(await actions('Sus Pended')).toEqual(['Change role', 'Restore']);
  expect(screen.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe(`/users/${ann.id}`);
  expect(await actions(ownName)).toEqual(['Change role']);
  expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account');
  expect(await axeViolations()).toEqual([]);
});

const invitation = () => screen.getByRole('form', { name: 'Invite an administrator' });

async function fill(first: string, last: string, email: string, role?: string) {
  for (const [label, text] of [
    ['First Name', first],
    ['Last Name', last],
    ['Email', email],
  ] as const) {
    if (text) await userEvent.type(screen.getByLabelText(label), text);
  }
  if (role) await userEvent.click(within(invitation()).getByRole('radio', { name: role }));
  await press('Send invitation');
}

test('an invitation is mailed, its person is in the list, and the form is empty again', async () => {
  await openConsole('/administrators');
  await press('Invite');
  expect(await axeViolations()).toEqual([]);
  await fill('New', 'One', 'new.one@example.com', 'Editor');
  await expectNotice('The invitation to new.one@example.com is on its way.');
  await screen.findByRole('rowheader', { name: 'New One' });
  expect((await rowOf('New'))?.slice(2, 4)).toEqual(['Editor', 'Invited']);
  expect(document.activeElement?.textContent).toBe('Invite');
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull();
  expect((await api.waitForMailTo('new.one@example.com')).text).toContain('/reset-password?token=');
  await press('Invite');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
});

test('an address with an account is refused beside the address, and what was typed stays', async () => {
  const user = await addUser(db, { email: 'app@example.com' });
  await openConsole('/administrators');
  await press('Invite');
  await fill('App', 'User', user.email, 'Support');
  await expectAlert('app@example.com already has an account. Nothing was changed.');
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('app@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('App');
  expect(within(invitation()).getByRole<HTMLInputElement>('radio', { name: 'Support' }).checked).toBe(true);
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('app@example.com already has an account. Nothing was changed.', { selector: '.error' });
  // Closed and opened again.
  await press('Invite');
  await press('Invite');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('app@example.com');
  expect(await axeViolations()).toEqual([]);
});

test('an incomplete invitation marks its fields and is not sent', async () => {
  await openConsole('/administrators');
  await press('Invite');
  await fill('', '', '');
  for (const text of [
    'First Name is required',
    'Last Name is required',
    'Email is required',
    'Choose a role.',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
  await fill('New', 'One', 'no address');
  expect(await screen.findByText('Enter an email address, such as name@example.com.')).toBeTruthy();
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a new password link is confirmed and mailed', async () => {
  const ann = await addColleague();
  await openConsole('/administrators');
  await manage('New password link', 'Ann Lee');
  await confirm('Email Ann Lee a password reset link?', 'New password link');
  await expectNotice(`A link to choose a new password is on its way to ${ann.email}.`);
  expect((await api.waitForMailTo(ann.email)).kind).toBe('password_reset');
  expect(document.activeElement?.textContent).toBe('New password link Ann Lee');
});

test('suspending and restoring are confirmed, and seen at once; the focus stays', async () => {
  const ann = await addColleague();
  await openFor(ann.id);
  await openConsole('/administrators');
  await manage('Suspend', 'Ann Lee');
  await confirm('Suspend Ann Lee?', 'Suspend');
  await expectNotice('User suspended and signed out everywhere');
  await waitFor(async () =>
    expect((await rowOf('Ann'))?.slice(3)).toEqual(['Suspended', '20/11/2026 08:00', '0']),
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Restore Ann Lee'));
  expect(screen.queryByRole('button', { name: 'New password link Ann Lee' })).toBeNull();
  await press('Restore Ann Lee');
  await confirm('Restore Ann Lee?', 'Restore');
  await waitFor(async () => expect((await rowOf('Ann'))?.[3]).toBe('Active'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Suspend Ann Lee'));
});

test('ending the sessions is confirmed, and counted at once', async () => {
  const ann = await addColleague();
  await openFor(ann.id);
  await openFor(ann.id);
  await openConsole('/administrators');
  await screen.findByRole('rowheader', { name: 'Ann Lee' });
  expect((await rowOf('Ann'))?.[5]).toBe('2');
  await manage('End sessions', 'Ann Lee');
  await confirm('End the sessions of Ann Lee?', 'End sessions');
  await expectNotice('Signed out on 2 devices');
  await waitFor(async () => expect((await rowOf('Ann'))?.[5]).toBe('0'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('End sessions Ann Lee'));
});

test('the last active administrator is protected', async () => {
  const ann = await addColleague();
  await openConsole('/administrators');
  await screen.findByRole('rowheader', { name: 'Ann Lee' });
  // An administrator without a password does not count.
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', own.id).execute();
  await manage('Suspend', 'Ann Lee');
  await confirm('Suspend Ann Lee?', 'Suspend');
  await waitFor(() =>
    expect(document.querySelector('.toast[role="alert"]')?.textContent).toMatch(/only owner/),
  );
  expect((await rowOf('Ann'))?.[3]).toBe('Active');
  const stored = await db.selectFrom('users').where('id', '=', ann.id).select('status').executeTakeFirst();
  expect(stored?.status).toBe('active');
});

test('a failed load shows an error with Retry', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/admin/administrators') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/administrators');
  await screen.findByText('The administrators couldn’t be loaded.');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByRole('rowheader', { name: /\(you\)$/ });
});

test('without the capability nothing of the administrators is requested', async () => {
  allowAllBut('administrators:manage');
  await openConsole('/administrators');
  await screen.findByText('Your role can’t open this screen. An owner can change your role.');
  expect(screenRequests()).toEqual([]);
});

/** The dialog that asks for a role, with this one chosen. */
async function choose(name: string, title: string, role: string) {
  await manage('Change role', name);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.click(dialog.getByRole('radio', { name: role }));
  return dialog;
}
const roleOf = async (id: number) => {
  const stored = await db.selectFrom('users').where('id', '=', id).select('administrator_role').execute();
  return stored[0]?.administrator_role;
};

test('a new role says what it may do and that the person is signed out, and is seen at once', async () => {
  const ann = await addColleague({ administrator_role: 'support' });
  await openFor(ann.id);
  await openConsole('/administrators');
  const dialog = await choose('Ann Lee', 'Change the role of Ann Lee?', 'Analyst');
  dialog.getByText(/signed out everywhere/);
  for (const role of ['Owner', 'Support', 'Editor', 'Analyst']) {
    const radio = dialog.getByRole('radio', { name: role });
    const sentence = document.getElementById(radio.getAttribute('aria-describedby') ?? '');
    expect([role, sentence?.textContent]).toEqual([role, expect.stringMatching(/\w+ .+\.$/)]);
  }
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  await expectNotice('Ann Lee now has the role Analyst and is signed out everywhere.');
  await waitFor(async () =>
    expect((await rowOf('Ann'))?.slice(2)).toEqual(['Analyst', 'Active', '20/11/2026 08:00', '0']),
  );
  expect(await roleOf(ann.id)).toBe('analyst');
  expect(document.activeElement?.textContent).toBe('Change role Ann Lee');
});

test('the role that someone has is not sent again, and Cancel changes nothing', async () => {
  const ann = await addColleague({ administrator_role: 'editor' });
  await openConsole('/administrators');
  const dialog = await choose('Ann Lee', 'Change the role of Ann Lee?', 'Editor');
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  dialog.getByText('That’s the role of Ann Lee now.');
  await userEvent.click(dialog.getByRole('radio', { name: 'Owner' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(proxy.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  // It opens with the role of now.
  await press('Change role Ann Lee');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Editor' }).checked).toBe(true);
  expect(await roleOf(ann.id)).toBe('editor');
});

test('the only owner is told so where they chose, and the choice stays', async () => {
  await addColleague({ administrator_role: 'support' });
  await openConsole('/administrators');
  const ownName = `${own.first_name} ${own.last_name}`;
  const dialog = await choose(ownName, 'Change your own role?', 'Editor');
  dialog.getByText(/Only another owner can make you an owner again/);
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  await dialog.findByText('This is the only owner. Make someone else an owner first.');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Editor' }).checked).toBe(true);
  expect(await axeViolations()).toEqual([]);
  expect(await roleOf(own.id)).toBe('owner');
});

test('an owner who gives up the role is signed out', async () => {
  await addColleague({ administrator_role: 'owner' });
  await openConsole('/administrators');
  const ownName = `${own.first_name} ${own.last_name}`;
  const dialog = await choose(ownName, 'Change your own role?', 'Editor');
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(await roleOf(own.id)).toBe('editor');
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('a failed change keeps the choice', async () => {
  await addColleague({ administrator_role: 'support' });
  await openConsole('/administrators');
  const dialog = await choose('Ann Lee', 'Change the role of Ann Lee?', 'Analyst');
  proxy.intercept = ({ method }) =>
    method === 'PUT' ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  await expectAlert('Later.');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Analyst' }).checked).toBe(true);
  proxy.intercept = null;
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
  await expectNotice('Ann Lee now has the role Analyst and is signed out everywhere.');
});
