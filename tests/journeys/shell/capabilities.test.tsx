import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { startSession, syncWithOtherTabs } from '#client/session.ts';
import { readStoredSession } from '#client/storage.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { type Capability, capabilities } from '#contract/capabilities.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowAllBut,
  allowOnly,
  expectAlert,
  openConsole,
  screenRequests,
  signInAsAdministrator,
  usualCapabilities,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';
import { openDetails } from '../payments/rows.ts';

const { db, proxy } = journey;
stubDialogs();

let me: Awaited<ReturnType<typeof signInAsAdministrator>>;
beforeEach(async () => {
  me = await signInAsAdministrator();
});

// A late request would count for the next test.
afterEach(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)));

const calls = () => proxy.requests.map(({ method, path }) => `${method} ${path}`);

test('a session that was stored without capabilities is refreshed once before anything else', async () => {
  allowOnly(null);
  const before = readStoredSession();
  await openConsole('/users');
  await screen.findByRole('button', { name: 'Export' });
  expect(calls()[0]).toBe('POST /auth/refresh-token');
  expect(calls().filter((call) => call.includes('refresh'))).toHaveLength(1);
  const after = readStoredSession();
  expect(after.user).toEqual({ ...before.user, capabilities: usualCapabilities });
  expect(after.accessToken).not.toBe(before.accessToken);
});

test('a provider that names none is asked once, and gets only the calls of the specification', async () => {
  allowOnly(null);
  proxy.intercept = ({ url }) =>
    url.endsWith('/refresh-token') ? Response.json({ data: { token: 'new' } }) : undefined;
  // The API does not know this provider's token.
  const users = ({ url }: Request) =>
    url.includes('/admin/users') ? Response.json({ data: [{ id: 7, first_name: 'Uma' }] }) : undefined;
  const { intercept } = proxy;
  proxy.intercept = (request) => users(request) ?? intercept?.(request);
  const { unmount } = await openConsole('/users?status=suspended');
  await screen.findByRole('link', { name: 'Uma' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(readStoredSession().user?.capabilities).toEqual([]);
  unmount();
  await openConsole('/users');
  await screen.findByRole('link', { name: 'Uma' });
  expect(proxy.requests.map(({ path, query }) => path + query)).toEqual([
    '/auth/refresh-token',
    '/admin/users?keyword=&page=1&pageSize=10',
    '/admin/users?keyword=&page=1&pageSize=10',
  ]);
});

test('where that refresh fails, the sign-in shows', async () => {
  allowOnly(null);
  proxy.intercept = ({ url }) =>
    url.endsWith('/refresh-token') ? Response.json({ message: 'No.' }, { status: 401 }) : undefined;
  await openConsole('/users');
  await expectAlert('Failed to refresh token');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(calls()).toEqual(['POST /auth/refresh-token']);
});

test('a later refresh changes what the open screen offers, and keeps what is typed', async () => {
  allowAllBut('users:export');
  await openConsole('/users');
  await userEvent.type(await screen.findByRole('searchbox'), 'Grace');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  let isRefused = true;
  proxy.intercept = ({ url }) => {
    if (!isRefused || !url.includes('/admin/users')) return undefined;
    isRefused = false;
    return Response.json({ message: 'Too old.' }, { status: 401 });
  };
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Export' });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Grace'));
});

test('a refusal of the server shows as its sentence, and the session stays', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/admin/users')
      ? Response.json({ status: 403, message: 'Analysts see no customers.' }, { status: 403 })
      : undefined;
  await openConsole('/users');
  await expectAlert('Analysts see no customers.');
  await screen.findByText('The users couldn’t be loaded.');
  expect(screenRequests().map(({ path }) => path)).toEqual(['/admin/users']);
  expect(readStoredSession().accessToken).not.toBeNull();
});

/**
 * `users:edit` has no control of its own: it adds the version to an update (`users/suspension.test.tsx`).
 * `refunds:answer` shows in the details of a request (`payments/refunds.test.tsx`).
 * `security:required` takes away (`shell/enrolment.test.tsx`).
 */
type WithControl = Exclude<Capability, 'users:edit' | 'refunds:answer' | 'security:required'>;

/** What shows on a screen only with the capability. */
const controls: Readonly<Record<WithControl, readonly [address: string, role: string, name: RegExp]>> = {
  'account:read': ['/account', 'heading', /^Where you are signed in$/],
  'security:manage': ['/account', 'link', /^Sign-in security$/],
  'administrators:manage': ['/administrators', 'button', /^Invite$/],
  'app-keys:manage': ['/account/keys', 'button', /^New key$/],
  'audit:read': ['/activity', 'button', /^Filters$/],
  'audit:export': ['/activity', 'button', /^Export$/],
  'mails:retry': ['/activity', 'region', /^Emails that couldn’t be sent$/],
  'records:search': ['/users', 'button', /^Search$/],
  'statistics:list': ['/', 'heading', /^Monthly Subscription Stats$/],
  'statistics:read': ['/', 'heading', /^Needs attention today$/],
  'demo:guide': ['/', 'heading', /^Try these five things$/],
  'statistics:export': ['/', 'button', /^CSV$/],
  'users:read': ['/', 'link', /^Manage Users$/],
  'users:update': ['/users/:user', 'button', /^Update$/],
  'people:read': ['/users', 'columnheader', /^Email$/],
  'users:filter': ['/users', 'button', /^Filters$/],
  'users:export': ['/users', 'button', /^Export$/],
  'users:suspend': ['/users/:user', 'button', /^Suspend$/],
  'users:read-timeline': ['/users/:user', 'heading', /^Timeline$/],
  'users:stop-deletion': ['/users/:leaving', 'button', /^Stop deletion$/],
  'sessions:end': ['/users/:me', 'heading', /^Sessions$/],
  'personal-data:export': ['/users/:user', 'button', /personal data/],
  'notes:write': ['/users/:user', 'button', /^Add note$/],
  'courtesy:grant': ['/users/:user', 'heading', /^Courtesy access$/],
  'subscriptions:read': ['/users/:user', 'button', /^IDs$/],
  'payments:read': ['/', 'link', /^Payment Recovery$/],
  'payments:retry': ['/payment-recovery', 'button', /^Retry payment for/],
  'payments:filter': ['/payment-recovery', 'button', /^Filters$/],
  'payments:read-history': ['/payment-recovery/stores', 'button', /^Timeline of/],
  'payments:export': ['/payment-recovery', 'button', /^Export$/],
  'payments:remind': ['/users/:user', 'heading', /^Payment reminders$/],
  'payments:retry-many': ['/payment-recovery', 'checkbox', /^Select all on this page$/],
  'refunds:read': ['/payment-recovery', 'link', /^Refund requests$/],
  'refunds:rules': ['/payment-recovery/refunds', 'form', /^Rule for Google Play$/],
  'recovery:read': ['/payment-recovery', 'link', /^Figures$/],
  'stores:read': ['/payment-recovery', 'link', /^Stores$/],
  'stores:act': ['/payment-recovery/stores', 'heading', /^Look up an order$/],
  'stores:change': ['/users/:user', 'button', /^Store actions of/],
  'recipes:read': ['/', 'link', /^Manage Recipes$/],
  'recipes:filter': ['/recipes', 'button', /^Filters$/],
  'recipes:edit': ['/recipes', 'link', /^New recipe$/],
  'recipes:import': ['/recipes', 'link', /^Import$/],
  'recipes:export': ['/recipes', 'button', /^Export$/],
  'recipes:change-many': ['/recipes', 'button', /^Select all \d+ recipes$/],
  'pictures:upload': ['/recipes/:recipe/edit', 'button', /^Choose a picture$/],
};

async function addRecords() {
  const {
    id: payment,
    user,
    subscriptionId: subscription_id,
  } = await addPayment('ada@example.com', 'active');
  await db
    .insertInto('charges')
    .values(paidCharge({ subscription_id, charged_at: '2026-06-07T12:00:00Z', amount_cents: 999 }))
    .execute();
  const leaving = await addUser(db, { status: 'deleted', is_deletion_under_way: true });
  const requested_at = new Date();
  await db
    .insertInto('account_deletions')
    .values({
      ...{ user_id: leaving.id, reason: null, status_before: 'active', erased_at: null },
      ...{ requested_at, confirmed_at: requested_at },
    })
    .execute();
  await db
    .insertInto('mails')
    .values({
      ...{ kind: 'password_changed', address: 'ada@example.com', reason: null, attempts: 9 },
      ...{ created_at: requested_at, due_at: requested_at, given_up_at: requested_at },
      last_error: 'ECONNREFUSED CONN',
    })
    .execute();
  // A purchase that belongs to no user.
  await db
    .insertInto('purchases')
    .values({
      platform: 'ios',
      key: 'unattributed',
      product_id: 'monthly',
      user_id: null,
      subscription_id: null,
    })
    .execute();
  let recipe = 0;
  for (let count = 0; count < 11; count += 1) recipe = (await addRecipe({ title: `Dish ${count}` })).id;
  return { payment, user: user.id, leaving: leaving.id, recipe, me: me.id };
}

test('each capability shows what needs it, and without it nothing of that is there', async () => {
  const records: Record<string, number> = await addRecords();
  for (const [capability, [pattern, role, name]] of Object.entries(controls)) {
    const address = pattern.replace(/:(\w+)/, (_, kind: string) => String(records[kind]));
    allowOnly(capabilities);
    const whole = await openConsole(address);
    await screen.findByRole(role, { name }).catch((cause) => {
      throw new Error(`${capability} shows nothing at ${address}.`, { cause });
    });
    whole.unmount();
    allowAllBut(capability as Capability);
    // By now the code of its parts is loaded: what it has shows with the answers.
    const rest = await openConsole(address);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect([capability, screen.queryAllByRole(role, { name })]).toEqual([capability, []]);
    rest.unmount();
  }
});

/** As a tab of an older build stores a session: without capabilities. */
function storeAsOlderBuild(tokens: Record<string, string> = {}) {
  const { id, email } = me;
  for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
  localStorage.setItem('auth_user', JSON.stringify({ id, email }));
  dispatchEvent(new StorageEvent('storage', { key: 'auth_user' }));
}

test('a tab of an older build that stores the session takes nothing from the open screen', async () => {
  onTestFinished(syncWithOtherTabs());
  await openConsole('/administrators');
  await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  await userEvent.type(await screen.findByLabelText('Email'), 'new@example.com');
  storeAsOlderBuild();
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('auth_user') ?? '').capabilities).toBeUndefined(),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com');
});

test('where a tab of an older build refreshes at the same time, the session is asked once more', async () => {
  allowOnly(null);
  const other = await openSession(db, { userId: me.id, rememberMe: false }, journey.api.clock.now);
  let count = 0;
  proxy.intercept = ({ url }) => {
    if (!url.endsWith('/refresh-token')) return undefined;
    count += 1;
    if (count === 1) storeAsOlderBuild({ access_token: other.token, refresh_token: other.refreshToken });
    return undefined;
  };
  await openConsole('/users');
  await screen.findByRole('button', { name: 'Export' });
  expect(count).toBe(2);
});

test('a full storage keeps the tokens, and the capabilities for this page', async () => {
  allowOnly(null);
  const write = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function full(this: Storage, key, value) {
    if (key === 'auth_user') throw new DOMException('full', 'QuotaExceededError');
    write.call(this, key, value);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await openConsole('/users');
  await screen.findByRole('button', { name: 'Export' });
  expect(calls().filter((call) => call.includes('refresh'))).toHaveLength(1);
  expect(readStoredSession().accessToken).not.toBeNull();
});

test('one’s own page has no button to end the sessions, also where the own id is unknown', async () => {
  const colleague = await addAdministrator(db);
  const ends = () => screen.queryAllByRole('button', { name: /^End sessions/ });
  const first = await openConsole(`/users/${colleague.id}`);
  await screen.findByRole('button', { name: /^End sessions/ });
  first.unmount();
  const { accessToken, refreshToken, user } = readStoredSession();
  for (const id of [me.id, null]) {
    if (!accessToken || !user) throw new Error('There is no session.');
    startSession({ accessToken, refreshToken }, { ...user, id });
    const own = await openConsole(`/users/${me.id}`);
    await screen.findByRole('heading', { name: 'Sessions' });
    expect([id, ends()]).toEqual([id, []]);
    own.unmount();
  }
});

test('what may not be filtered is not exported with the filters of the address', async () => {
  allowAllBut('users:filter', 'recipes:filter');
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const address of ['/users?status=suspended', '/recipes?state=deleted&sort=title']) {
    const { unmount } = await openConsole(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(proxy.requests.some(({ path }) => path.endsWith('-export'))).toBe(true));
    const { query } = proxy.requests.find(({ path }) => path.endsWith('-export')) ?? { query: '' };
    expect(query.replace('?format=csv', '')).toBe('');
    proxy.requests.length = 0;
    unmount();
  }
});

test('a capability that a refresh brings loads the list as its address says', async () => {
  await addUser(db, { first_name: 'Susp', last_name: 'Ended', status: 'suspended' });
  await addUser(db, { first_name: 'Act', last_name: 'Ive' });
  allowAllBut('users:filter');
  await openConsole('/users?status=suspended');
  await screen.findByRole('link', { name: 'Act Ive' });
  act(() => allowOnly(capabilities));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Act Ive' })).toBeNull());
  await screen.findByRole('link', { name: 'Susp Ended' });
});

test('a list without parameters ignores those of the address', async () => {
  allowAllBut('payments:filter');
  proxy.intercept = ({ url }) =>
    url.includes('failed-payments') ? Response.json({ payments: [] }) : undefined;
  await openConsole('/payment-recovery?keyword=x&page=3');
  await screen.findByText(/^Nothing to recover/);
});

test.each([
  ['sessions:end', '/administrators', /^End sessions/],
  ['users:suspend', '/administrators', /^Suspend/],
] as const)('without %s nothing of it is at %s', async (capability, address, name) => {
  await addAdministrator(db);
  allowAllBut(capability);
  await openConsole(address);
  await screen.findAllByRole('rowheader');
  expect(screen.queryAllByRole('button', { name })).toEqual([]);
});

test('without their capabilities the figures of the dashboard lead nowhere', async () => {
  allowAllBut('audit:read', 'recovery:read');
  await openConsole('/');
  await screen.findByText('Failed emails');
  for (const name of ['Failed emails', 'Recovered, closed months']) {
    expect(screen.queryByRole('link', { name })).toBeNull();
  }
});

test('without its capability no timeline of a purchase and no reminder is offered', async () => {
  const payment = { id: 9, email: 'bob@example.com', error_message: 'Declined.' };
  const reminder = { isPossible: true, because: null, queuedAt: null, sentAt: null };
  const purchase = {
    id: 3,
    store: 'ios',
    product: 'monthly',
    state: null,
    firstSeenAt: '2026-06-07T12:00:00Z',
  };
  proxy.intercept = ({ url }) => {
    if (url.includes('/failed-payments'))
      return Response.json({ data: { payments: [{ ...payment, reminder }] } });
    return url.includes('/unattributed') ? Response.json({ data: [purchase], total: 1 }) : undefined;
  };
  for (const [capability, address, name] of [
    ['payments:remind', '/payment-recovery', /^Remind/],
    ['payments:read-history', '/payment-recovery/stores', /^Timeline of/],
  ] as const) {
    allowOnly(capabilities);
    const whole = await openConsole(address);
    if (capability === 'payments:remind') await openDetails('bob@example.com');
    await screen.findByRole('button', { name });
    whole.unmount();
    allowAllBut(capability);
    const rest = await openConsole(address);
    await screen.findAllByRole('rowheader');
    if (capability === 'payments:remind') await openDetails('bob@example.com');
    expect(screen.queryAllByRole('button', { name })).toEqual([]);
    rest.unmount();
  }
});
