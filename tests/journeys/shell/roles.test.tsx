import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { axeViolations, headingsOf, openConsole, screenRequests, signInAs, texts } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';

const { db, proxy } = journey;
stubDialogs();

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await deleteUsers();
  sessionStorage.clear();
});

// Nothing that a role is offered is refused.
afterEach(async () => {
  await isSettled();
  expect(proxy.requests.filter(({ status }) => status === 403)).toEqual([]);
});

const isSettled = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));
const barNames = () => texts('header nav[aria-label="Console"] a > span');
const HOME = 'Home';
const USERS = 'Manage Users';
const RECIPES = 'Manage Recipes';
const PAYMENTS = 'Payment Recovery';

test.each<[AdministratorRole, readonly string[], readonly string[]]>([
  [
    'owner',
    [HOME, USERS, RECIPES, PAYMENTS],
    ['Your account', 'Sign-in security', 'App keys', 'Activity', 'Administrators'],
  ],
  ['support', [HOME, USERS, RECIPES, PAYMENTS], ['Your account', 'Sign-in security', 'Activity']],
  ['editor', [HOME, RECIPES], ['Your account', 'Sign-in security']],
  ['analyst', [HOME, USERS, RECIPES, PAYMENTS], ['Your account', 'Sign-in security', 'Activity']],
])('the bar and the palette of %s lead only where the role may go', async (role, bar, account) => {
  await signInAs(role);
  await openConsole('/recipes');
  await screen.findByRole('heading', { name: 'Recipes' });
  expect(barNames()).toEqual(bar);
  await userEvent.click(screen.getByRole('button', { name: /Your account/ }));
  expect(texts('nav[aria-label="Your account"] a')).toEqual(account);

  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: /^Search/ });
  box.focus();
  const offered = texts('[role="group"]:last-of-type [role="option"] > bdi:first-child');
  const screens = offered.filter(
    (name) => !['Refund requests', 'Recovery figures', 'Store connections'].includes(name ?? ''),
  );
  expect(screens).toEqual([...bar, ...account]);
  await isSettled();
});

/** Screens that a role may not open, by their titles. */
const closed: readonly (readonly [AdministratorRole, string, string])[] = [
  ['editor', '/users', 'Users'],
  ['editor', '/users/1', 'User Detail'],
  ['editor', '/payment-recovery', 'Payment Recovery'],
  ['editor', '/payment-recovery/figures', 'Recovery figures'],
  ['editor', '/payment-recovery/refunds', 'Refund requests'],
  ['editor', '/payment-recovery/stores', 'Store connections'],
  ['editor', '/activity', 'Activity'],
  ['editor', '/administrators', 'Administrators'],
  ['support', '/recipes/new', 'New recipe'],
  ['support', '/recipes/1/edit', 'Edit recipe'],
  ['support', '/recipes/import', 'Import recipes'],
  ['support', '/account/keys', 'App keys'],
  ['support', '/administrators', 'Administrators'],
  ['analyst', '/payment-recovery/stores', 'Store connections'],
  ['analyst', '/recipes/new', 'New recipe'],
  ['analyst', '/account/keys', 'App keys'],
];

test('an address that a role may not open says so, asks for nothing and leads home', async () => {
  for (const [role, address, title] of closed) {
    await signInAs(role);
    const { unmount } = await openConsole(address);
    await screen.findByRole('heading', { level: 1, name: title });
    screen.getByText('Your role can’t open this screen. An owner can change your role.');
    await isSettled();
    expect([address, screenRequests()]).toEqual([address, []]);
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    unmount();
  }
  await openConsole('/account/keys');
  await userEvent.click(await screen.findByRole('link', { name: 'Go to Home' }));
  await screen.findByRole('heading', { level: 1, name: 'Home' });
});

test('the Home of an editor counts recipes and leads to those that need work, and asks for nothing else', async () => {
  await signInAs('editor');
  await addRecipe({ title: 'Whole', published_at: new Date(0) });
  await addRecipe({ title: 'Begun', published_at: null });
  await addRecipe({ title: 'Gone', deleted_at: new Date() });
  await openConsole('/');
  await screen.findByRole('link', { name: 'Begun' });
  await isSettled();
  const tiles = within(screen.getByRole('list', { name: 'Recipes' })).getAllByRole('link');
  expect(tiles.map((tile) => [tile.getAttribute('href'), tile.querySelector('strong')?.textContent])).toEqual(
    [
      ['/recipes?state=published', '1'],
      ['/recipes?state=draft', '1'],
      ['/recipes?needs=any', '2'],
      ['/recipes?state=deleted', '1'],
    ],
  );
  const gaps = within(screen.getByRole('region', { name: 'Needs work' })).getAllByRole('link');
  expect(gaps.map((gap) => [gap.textContent, gap.getAttribute('href')])).toEqual([
    ['No picture', '/recipes?needs=picture'],
    ['No nutrition values', '/recipes?needs=nutrition'],
    ['No steps', '/recipes?needs=steps'],
    ['No times', '/recipes?needs=times'],
  ]);
  await isSettled();
  expect(new Set(proxy.requests.map(({ path }) => path))).toEqual(
    new Set(['/admin/recipe-values', '/admin/recipes']),
  );
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'All drafts' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipes' });
  expect(location.search).toBe('?state=draft');
});

test('an editor whose counters fail can try again', async () => {
  await signInAs('editor');
  proxy.intercept = ({ url }) =>
    url.endsWith('/recipe-values') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/');
  await screen.findByText('The recipes couldn’t be counted.');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: 'No picture' });
});

/** Does not show who the customer is. */
function expectNobody(user: { first_name: string; last_name: string; email: string }) {
  for (const text of [user.first_name, user.last_name, user.email])
    expect(document.body.textContent).not.toContain(text);
}

test('an analyst sees users by their ids, without search, and the address cannot search or sort by names', async () => {
  await signInAs('analyst');
  const user = await addUser(db, { phone: '+12025550143' });
  await openConsole('/users?keyword=zzz&sort=email&status=active');
  const link = await screen.findByRole('link', { name: `User ${user.id}` });
  expect(headingsOf('Users')).toEqual([
    ...['#', 'User', 'Verification', 'Onboarding status', 'Created', 'Source'],
  ]);
  expect(screen.queryByRole('searchbox')).toBeNull();
  const heads = screen.getAllByRole('columnheader');
  expect(heads.filter((head) => within(head).queryByRole('button')).map((head) => head.textContent)).toEqual([
    'Created',
  ]);
  expectNobody(user);
  expect(proxy.requests.find(({ path }) => path === '/admin/users')?.query).toBe(
    '?keyword=&page=1&pageSize=10&status=active',
  );
  await userEvent.click(link);
  await screen.findByRole('heading', { level: 1, name: `User ${user.id}` });
  const profile = within(await screen.findByRole('region', { name: 'User Detail' }));
  expect(profile.queryByRole('textbox')).toBeNull();
  expect(profile.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['On Boarding Status']);
  await isSettled();
  expectNobody(user);
  const buttons = within(screen.getByRole('main')).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['IDs', 'Back']);
  expect(await axeViolations()).toEqual([]);
});

test('an analyst’s Home is the owner’s, without names and without links that lead nowhere', async () => {
  await signInAs('analyst');
  const user = await addUser(db);
  await openConsole('/');
  await screen.findByRole('link', { name: `User ${user.id}` });
  await screen.findByRole('heading', { name: 'Needs attention today' });
  await isSettled();
  expect(screen.queryByRole('link', { name: 'Failed emails' })).toBeNull();
  screen.getByRole('heading', { name: 'Monthly Subscription Stats' });
  const heads = within(screen.getByRole('region', { name: 'Registered Users List' })).getAllByRole(
    'columnheader',
  );
  expect(heads.map(({ textContent }) => textContent)).toEqual(['#', 'User', 'Status', 'Actions']);
  screen.getByRole('link', { name: `View Details of User ${user.id}` });
  expectNobody(user);
});

test('an analyst sees payments by product and user, with nothing to press but what shows them', async () => {
  await signInAs('analyst');
  const { user } = await addPayment('ada@example.com', 'active');
  await openConsole('/payment-recovery?keyword=zzz&sort=email&view=all');
  const opener = await screen.findByRole('button', { name: 'monthly: payment details' });
  expect(screen.getByRole('link', { name: `User ${user.id}` }).getAttribute('href')).toBe(
    `/users/${user.id}`,
  );
  expect(headingsOf('Failed payments')).not.toContain('Email');
  expect(headingsOf('Failed payments')).not.toContain('Action');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(proxy.requests.find(({ path }) => path.endsWith('failed-payments'))?.query).toBe('?view=all');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const order = await screen.findByRole('combobox', { name: 'Sort by' });
  expect(order.textContent).not.toContain('Email');
  await userEvent.click(opener);
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByRole('link', { name: `User ${user.id}` });
  expect(drawer.queryByRole('button', { name: /Retry|Remind/ })).toBeNull();
  expect(drawer.queryByText('What can be done')).toBeNull();
  await isSettled();
  expectNobody(user);
  expect(await axeViolations()).toEqual([]);
});

test('an analyst reads what was changed in the log and on a user’s page, without what it was', async () => {
  await signInAs('analyst');
  const user = await addUser(db, { phone: '+12025550143' });
  const change = { field: 'phone', from: '+12025550143', to: '+12025550199' };
  await db
    .insertInto('audit_entries')
    .values({
      ...{ at: new Date(), actor: 'owner', actor_id: null, action: 'user_updated', user_id: user.id },
      changes: JSON.stringify([change]),
    })
    .execute();
  await openConsole('/activity');
  await screen.findByRole('link', { name: `User ${user.id}` });
  screen.getByText('Phone: not shown');
  await userEvent.click(screen.getByRole('link', { name: `User ${user.id}` }));
  await screen.findByRole('heading', { level: 1, name: `User ${user.id}` });
  await screen.findByText('Phone: not shown');
  expectNobody(user);
  expect(document.body.textContent).not.toContain('12025550');
});

test('on the page of an administrator support sees facts and changes nothing; on a user’s it helps', async () => {
  await signInAs('support');
  const colleague = await addAdministrator(db, 'editor');
  const user = await addUser(db);
  const { unmount } = await openConsole(`/users/${colleague.id}`);
  const profile = within(await screen.findByRole('region', { name: 'User Detail' }));
  profile.getByText('Only an owner can change an administrator’s account.');
  profile.getByText(colleague.email);
  await isSettled();
  const controls = within(screen.getByRole('main')).queryAllByRole('button');
  expect(controls.map(({ textContent }) => textContent)).toEqual(['IDs', 'Back']);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  unmount();
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('button', { name: 'Update' });
  for (const name of ['Suspend', 'Export personal data', 'Add note'])
    await screen.findByRole('button', { name });
});

test('an owner changes an administrator’s account as before', async () => {
  await signInAs('owner');
  const colleague = await addAdministrator(db, 'editor');
  await openConsole(`/users/${colleague.id}`);
  for (const name of ['Update', 'Suspend', 'End sessions', 'Export personal data', 'Add note'])
    await screen.findByRole('button', { name });
});

test('support has no exports of lists and no changes of recipes', async () => {
  await signInAs('support');
  await addRecipe({ title: 'Soup' });
  for (const [address, row] of [
    ['/users', /^First/],
    ['/recipes', 'Soup'],
  ] as const) {
    const { unmount } = await openConsole(address);
    await screen.findByRole('link', { name: row });
    for (const name of ['Export', 'Import', 'New recipe'])
      expect(screen.queryByRole(name === 'Export' ? 'button' : 'link', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    unmount();
  }
});

test('a record that was opened with another role is not in the palette', async () => {
  const administrator = await signInAs('editor');
  const records = [
    { path: '/users/5', name: 'Secret Name', screen: 'User Detail' },
    { path: '/recipes/7', name: 'Known Dish', screen: 'Recipes' },
  ];
  sessionStorage.setItem('opened_records', JSON.stringify({ owner: administrator.email, records }));
  await openConsole('/recipes');
  await screen.findByRole('heading', { name: 'Recipes' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('option', { name: /Known Dish/ });
  expect(screen.queryByRole('option', { name: /Secret Name/ })).toBeNull();
  await isSettled();
});
