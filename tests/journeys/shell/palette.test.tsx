import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowAllBut,
  allowOnly,
  expectAlert,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';

const { db, proxy } = journey;

beforeAll(() => {
  stubDialogs();
});
beforeEach(async () => {
  await signInAsAdministrator();
  sessionStorage.clear();
});

const open = async () => {
  // An answer names the feature.
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: /^Search users/ });
  // A real dialog focuses its first control.
  box.focus();
  return box;
};
const options = () => texts('[role="option"] > bdi:first-child');
const chosen = () => document.querySelector('[role="option"][aria-selected="true"] > bdi')?.textContent;

test.each(['/', '/users', '/recipes', '/payment-recovery', '/account'])(
  'Ctrl+K opens it on %s',
  async (address) => {
    await openConsole(address);
    await open();
    expect(options()).toContain('Manage Users');
  },
);

test('a record is found by a part of its name, and Enter opens it', async () => {
  const user = await addUser(db, { first_name: 'Philippa', last_name: 'Quagmire' });
  await openConsole('/recipes');
  await open();
  await userEvent.keyboard('quagm');
  await waitFor(() => expect(options()).toContain('Philippa Quagmire'));
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Philippa Quagmire' });
  expect(location.pathname).toBe(`/users/${user.id}`);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test.each([{ isComposing: true }, { isComposing: false, keyCode: 229 }])(
  'the Enter that accepts a word of an input method (%j) opens nothing',
  async (init) => {
    const user = await addUser(db, { first_name: '佐藤', last_name: '恵子' });
    await openConsole('/recipes');
    await open();
    await userEvent.keyboard('佐藤');
    await waitFor(() => expect(options()).toContain('佐藤 恵子'));
    fireEvent.keyDown(screen.getByRole('combobox', { name: /^Search users/ }), { key: 'Enter', ...init });
    expect(location.pathname).toBe('/recipes');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/users/${user.id}`));
  },
);

test('users, recipes and payments are found, five of each at most', async () => {
  const email = 'zanzibar@example.com';
  const user = await addUser(db, { first_name: 'Zanzibar', email });
  for (let index = 0; index < 5; index += 1) await addUser(db, { first_name: 'Zanzibar' });
  await addRecipe({ title: 'Zanzibar pizza' });
  await addPayment('payer-of-zanzibar@example.com', 'active');
  const payment = await db.selectFrom('failed_payments').select('id').executeTakeFirstOrThrow();
  await openConsole('/');
  await open();
  await userEvent.keyboard('zanzibar');
  await waitFor(() => expect(options()).toContain('Zanzibar pizza'));
  expect(within(screen.getByRole('group', { name: 'Users' })).getAllByRole('option')).toHaveLength(5);
  await userEvent.clear(screen.getByRole('combobox', { name: /^Search users/ }));
  await userEvent.keyboard(`#${payment.id}`);
  await waitFor(() => expect(options()).toContain('payer-of-zanzibar@example.com'));
  await userEvent.clear(screen.getByRole('combobox', { name: /^Search users/ }));
  await userEvent.keyboard(String(user.id));
  await waitFor(() => expect(texts('[role="option"]').some((text) => text?.includes(email))).toBe(true));
});

test.each([['wanted@example.com'], [`wanted@${'long.'.repeat(36)}${'x'.repeat(50)}.example.com`]])(
  'a payment opens alone, though its number is a part of those of others: %s',
  async (email) => {
    await db.deleteFrom('failed_payments').execute();
    const wanted = await addPayment(email, 'active');
    await sql`alter table failed_payments alter column id restart with ${sql.lit(wanted.id * 10)}`.execute(
      db,
    );
    await addPayment(`other${wanted.id}@example.com`, 'active');
    await openConsole('/account');
    await open();
    await userEvent.keyboard('wanted@');
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`· ${wanted.id}$`) }));
    await screen.findByRole('button', { name: `Retry payment for ${email}` });
    await screen.findByText('Showing 1 to 1 of 1');
  },
);

test('arrows go through all results and around', async () => {
  await openConsole('/');
  await open();
  const all = options();
  expect(chosen()).toBe(all[0]);
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe(all[1]);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe(all.at(-1));
  const active = screen
    .getByRole('combobox', { name: /^Search users/ })
    .getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.getAttribute('aria-selected')).toBe('true');
});

test('the actions of the screen are there, and Enter runs one', async () => {
  await openConsole('/recipes');
  await screen.findByRole('link', { name: 'New recipe' });
  await open();
  await userEvent.keyboard('filt');
  expect(options()).toContain('Filters');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('true'),
  );
});

test('the actions of rows are found by their words only, five of them at most', async () => {
  for (let index = 0; index < 6; index += 1) await addPayment(`row${index}@example.com`, 'active');
  await openConsole('/payment-recovery');
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Retry payment for row/ })).toHaveLength(6),
  );
  await open();
  expect(options()).toContain('Columns');
  expect(options().filter((name) => name?.startsWith('Retry payment'))).toEqual([]);
  await userEvent.keyboard('retry payment for row');
  await waitFor(() => expect(options().filter((name) => name?.startsWith('Retry'))).toHaveLength(5));
});

test('a screen without a link in the bar is there as soon as an answer has offered it', async () => {
  await addRecipe();
  await openConsole('/recipes');
  await open();
  await userEvent.keyboard('new rec');
  // The link of this screen.
  expect(options()).toEqual(['New recipe']);
  await userEvent.clear(screen.getByRole('combobox', { name: /^Search users/ }));
  await userEvent.keyboard('manage users{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  await open();
  await userEvent.keyboard('new rec');
  expect(options()).toEqual(['New recipe']);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'New recipe' });
  expect(location.pathname).toBe('/recipes/new');
});

test('screens that one may not open are not found', async () => {
  allowAllBut('recipes:edit');
  await openConsole('/recipes');
  await open();
  await userEvent.keyboard('new rec');
  await waitFor(() => expect(document.body.textContent).toContain('Nothing found'));
});

test('records that were opened come first', async () => {
  const user = await addUser(db, { first_name: 'Ottoline', last_name: 'Zweig' });
  await addUser(db, { first_name: 'Ottoline', last_name: 'Newer' });
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('heading', { name: 'Ottoline Zweig' });
  await open();
  expect(options()[0]).toBe('Ottoline Zweig');
  expect(within(screen.getByRole('listbox')).getByText('Recently opened')).toBeTruthy();
  await userEvent.keyboard('ottoline');
  await waitFor(() =>
    expect(options().filter((name) => name?.startsWith('Ottoline'))).toEqual([
      'Ottoline Zweig',
      'Ottoline Newer',
    ]),
  );
});

describe('actions from every screen', () => {
  const groupOf = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map((option) => option.textContent);

  test('each is there with its capability only; Log out always', async () => {
    await openConsole('/');
    await open();
    expect(groupOf('Actions')).toEqual([
      'New recipe',
      'Import recipes',
      'Invite an administrator',
      'Retry all failed payments',
      'Export users',
      'Export recipes',
      'Export failed payments',
      'Log out',
    ]);
    cleanup();
    allowOnly(['records:search', 'payments:export']);
    await openConsole('/');
    await open();
    expect(groupOf('Actions')).toEqual(['Export failed payments', 'Log out']);
  });

  test('words are found in any order, and by what else people call it', async () => {
    await openConsole('/');
    await open();
    await userEvent.keyboard('payments retry');
    expect(options()).toEqual(['Retry all failed payments']);
    await userEvent.clear(screen.getByRole('combobox'));
    await userEvent.keyboard('sign out');
    expect(options()).toEqual(['Log out']);
  });

  test.each([
    ['invite', '/administrators', 'Invite'],
    ['export users', '/users', 'Export'],
    ['export recipes', '/recipes', 'Export'],
    ['export failed', '/payment-recovery', 'Export'],
  ])('“%s” opens %s with its panel, which has the focus', async (words, path, button) => {
    await openConsole('/');
    await open();
    await userEvent.keyboard(`${words}{Enter}`);
    const opened = await screen.findByRole('button', { name: button });
    await waitFor(() => expect(document.activeElement).toBe(opened));
    expect(opened.getAttribute('aria-expanded')).toBe('true');
    expect([location.pathname, location.hash]).toEqual([path, '']);
  });

  test('on its own screen it opens the panel, and the filters stay', async () => {
    await openConsole('/users?status=active');
    await screen.findByRole('table');
    await open();
    await userEvent.keyboard('export users{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export' }).getAttribute('aria-expanded')).toBe('true'),
    );
    expect(location.pathname + location.search + location.hash).toBe('/users?status=active');
  });

  test('Retry all asks as the list does, starts for every failed payment and shows the list', async () => {
    await db.deleteFrom('failed_payments').execute();
    for (const name of ['all1', 'all2', 'all3']) await addPayment(`${name}@example.com`, 'on_hold');
    await openConsole('/recipes');
    await open();
    await userEvent.keyboard('retry all{Enter}');
    const question = await screen.findByRole('dialog', { name: /about 3 payments\?$/ });
    expect(question.textContent).toContain('No customer is charged');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe('/recipes');
    await open();
    await userEvent.keyboard('retry all{Enter}');
    const again = await screen.findByRole('dialog', { name: /about 3 payments\?$/ });
    await userEvent.click(within(again).getByRole('button', { name: 'Retry 3 payments' }));
    await waitFor(() => expect(location.pathname).toBe('/payment-recovery'));
    await screen.findAllByText('Retry of 3 payments');
  });

  test('Retry all says so where nothing has failed', async () => {
    await db.deleteFrom('failed_payments').execute();
    await openConsole('/recipes');
    await open();
    await userEvent.keyboard('retry all{Enter}');
    await expectAlert('No failed payment waits for a retry.');
  });

  test('Log out ends the session, and asks first where something is not saved', async () => {
    const user = await addUser(db);
    await openConsole(`/users/${user.id}`);
    await userEvent.type(await screen.findByLabelText('First Name'), 'x');
    await open();
    await userEvent.keyboard('log out{Enter}');
    await screen.findByRole('dialog', { name: 'Log out without saving?' });
  });
});

test('a customer is found by the digits of their phone, which stand beside the name', async () => {
  const user = await addUser(db, { first_name: 'Phonella', phone: '+33 6 39 98 11 27' });
  await openConsole('/');
  await open();
  await userEvent.keyboard('06 39 98 11 27');
  await waitFor(() => expect(document.querySelector('[role="option"]')?.textContent).toContain(user.phone));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe(`/users/${user.id}`));
});

describe('failures', () => {
  test('without an answer it says so; screens still open', async () => {
    proxy.intercept = async ({ url }) =>
      url.includes('/admin/search') ? Response.json({ message: 'No.' }, { status: 500 }) : undefined;
    await openConsole('/users');
    await screen.findByRole('table');
    await open();
    await userEvent.keyboard('manage');
    await screen.findByText('The search for records failed. Type to try again.');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/users'));
  });

  test('without the capability there is neither a button nor a shortcut', async () => {
    allowAllBut('records:search');
    await openConsole('/users');
    await screen.findByRole('table');
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: /^Search users/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  });
});
