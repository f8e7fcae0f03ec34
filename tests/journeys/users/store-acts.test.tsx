import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import type { StoreActs } from '#contract/purchases/acts.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  clickTwice,
  deferred,
  openConsole,
  signInAs,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';

/** What is asked of a store, from the page of a user. */

const { db, api, proxy } = journey;
stubDialogs();

const google: StoreActs = {
  store: 'android',
  possible: ['defer', 'cancel', 'revoke', 'refund'],
  because: [],
  paidUntil: '2026-11-10T12:00:00.000Z',
  extensionsLeft: null,
  orders: [
    { order: 'GPA.2', at: '2026-10-10T12:00:00.000Z', amount: { minor: 999, currency: 'USD' } },
    { order: 'GPA.1', at: '2026-09-10T12:00:00.000Z', amount: null },
  ],
  done: [],
};
const apple: StoreActs = {
  ...google,
  ...{ store: 'ios', possible: ['extend'], extensionsLeft: 2, orders: [] },
};
const doneBefore: StoreActs['done'][number] = {
  kind: 'extend',
  at: '2026-06-01T12:00:00.000Z',
  by: 'Grace Hopper',
  result: 'refused',
  text: 'Apple did not extend it.',
  reason: 'Outage',
};

let posted: unknown[];
/** What the server answers to an act, each once. */
let answers: (() => Response | Promise<Response>)[];

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  posted = [];
  answers = [];
  await db.deleteFrom('purchases').execute();
});

const refusal = (status: number, message: string, data = {}) =>
  Response.json({ status, message, data }, { status });

/** Opens the actions of a subscription, as a server of this contract answers them. */
async function openActs(acts: StoreActs) {
  const { user } = await addPayment('ada@example.com', 'active');
  await db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', user.id).execute();
  proxy.intercept = async (request) => {
    if (!request.url.endsWith('/store-acts')) return undefined;
    if (request.method === 'GET') return Response.json({ status: 200, message: '', data: acts });
    posted.push(await request.clone().json());
    const done = [{ ...doneBefore, result: 'done' as const, text: 'Google did it.' }];
    return (
      answers.shift()?.() ??
      Response.json({ status: 200, message: 'Google did it.', data: { ...acts, done } })
    );
  };
  await openConsole(`/users/${user.id}`);
  await userEvent.click(await opener());
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Store actions' });
  await waitFor(() => expect(within(dialog).queryByText('Loading...')).toBeNull());
  return dialog;
}
const opener = () => screen.findByRole('button', { name: 'Store actions of Monthly from 07/06/2026' });
const dialogText = () => document.querySelector('.store-acts')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
/** The page behind it has a Back, too. */
const inDialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => userEvent.click(inDialog().getByRole('button', { name }));
const reasonField = () => screen.getByLabelText<HTMLInputElement>('Reason');
const focused = () => document.activeElement?.textContent;

async function giveReason() {
  await userEvent.type(reasonField(), 'Asked by mail');
  await press('Continue');
}

test('each act of Google says what it does, and the question says exactly what will happen', async () => {
  await openActs(google);
  for (const text of [
    'The customer keeps access, and pays that many days later.',
    'Access stays until 10/11/2026, and nothing is charged after it.',
    'Access ends at once.',
    'The customer gets the money of one order back, and keeps the access.',
  ])
    expect(dialogText()).toContain(text);
  expect(dialogText()).not.toContain('Apple');
  expect(await axeViolations()).toEqual([]);

  await choose('Move the next renewal');
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Days' }), '30');
  await giveReason();
  expect(dialogText()).toContain(
    'Google will move the next renewal of Ada’s Monthly subscription by 30 days, from 10/11/2026 to 10/12/2026. The customer keeps access, and pays that many days later. This can’t be undone.',
  );
  screen.getByRole('button', { name: 'Move by 30 days' });
  expect(await axeViolations()).toEqual([]);

  await press('Back');
  await choose('Cancel the renewal');
  await press('Continue');
  expect(dialogText()).toContain(
    'Google will stop the renewal of Ada’s Monthly subscription. Access stays until 10/11/2026, and nothing is charged after it. The customer can take it back in Google Play.',
  );
  expect(screen.getByRole('button', { name: 'Cancel the renewal' }).className).toBe('contrast');

  await press('Back');
  await choose('Refund an order');
  const orders = screen.getByLabelText<HTMLSelectElement>('Order');
  expect([...orders.options].map(({ text }) => text)).toEqual(['Choose…', '10/10/2026, $9.99', '10/09/2026']);
  await userEvent.selectOptions(orders, '10/10/2026, $9.99');
  await press('Continue');
  expect(dialogText()).toContain(
    'Google will give back $9.99 for the order of 10/10/2026 of Ada’s Monthly subscription. The customer keeps the access. This can’t be undone.',
  );
  screen.getByRole('button', { name: 'Refund $9.99' });

  await press('Back');
  await choose('End it now and give money back');
  await choose('The part that isn’t used');
  await press('Continue');
  expect(dialogText()).toContain('now and give back the part of the last payment that isn’t used.');
  await press('Back');
  await choose('All of the last payment');
  await press('Continue');
  expect(dialogText()).toContain(
    'Google will end Ada’s Monthly subscription now and give back all of the last payment. This can’t be undone.',
  );
  expect(posted).toEqual([]);
  clickTwice(screen.getByRole('button', { name: 'End it now' }));
  await screen.findByRole('heading', { name: 'Done' });
  expect(posted).toEqual([{ kind: 'revoke', refund: 'full', reason: 'Asked by mail' }]);
});

test('Apple extends twice in a year, and its customers ask it for refunds', async () => {
  const dialog = await openActs({ ...apple, extensionsLeft: 1, done: [doneBefore] });
  expect(dialogText()).toContain('Apple allows this twice in 365 days: 1 left.');
  expect(dialogText()).toContain('Apple refunds on its own.');
  expect(dialogText()).toContain('Extend the subscriptionRefused, 01/06/2026');
  expect(dialogText()).toContain('Grace HopperApple did not extend it.Reason: Outage');
  const link = within(dialog).getByRole('link', { name: 'reportaproblem.apple.com' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://reportaproblem.apple.com',
    '_blank',
  ]);
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Days' }), '14');
  await userEvent.selectOptions(screen.getByLabelText('What for'), 'A problem of our service');
  await giveReason();
  expect(dialogText()).toContain('by 14 days, from 10/11/2026 to 24/11/2026. The customer pays nothing');
  await press('Extend by 14 days');
  await screen.findByRole('heading', { name: 'Done' });
  expect(posted).toEqual([{ kind: 'extend', days: 14, cause: 'service_issue', reason: 'Asked by mail' }]);
});

test('what is missing is said at its field', async () => {
  await openActs(google);
  await press('Continue');
  screen.getByText('Choose what to do.');
  screen.getByText('A reason is required.');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Move the next renewal' }));
  await userEvent.type(reasonField(), 'Asked');
  for (const [act, problem] of [
    ['Move the next renewal', 'Enter the days, from 1 to 365.'],
    ['End it now and give money back', 'Choose how much is given back.'],
    ['Refund an order', 'Choose the order.'],
  ] as const) {
    await choose(act);
    await press('Continue');
    screen.getByText(problem);
    expect(await axeViolations()).toEqual([]);
  }
  await choose('Move the next renewal');
  for (const days of ['0', '366', '1.5']) {
    const field = screen.getByRole('spinbutton', { name: 'Days' });
    await userEvent.clear(field);
    await userEvent.type(field, days);
    await press('Continue');
    screen.getByText('Enter the days, from 1 to 365.');
    expect(document.activeElement).toBe(field);
  }
});

test('the focus goes to each step and back to the button; the result is a status', async () => {
  const dialog = await openActs({ ...google, possible: ['cancel'] });
  expect(focused()).toBe('Store actions');
  await giveReason();
  expect(focused()).toBe('Cancel the renewal?');
  await press('Back');
  expect(focused()).toBe('Store actions');
  expect(reasonField().value).toBe('Asked by mail');
  await press('Continue');
  const before = proxy.requests.length;
  await press('Cancel the renewal');
  await screen.findByRole('heading', { name: 'Done' });
  expect(within(dialog).getByRole('status').textContent).toBe('Google did it.');
  expect(focused()).toBe('Done');
  expect(await axeViolations()).toEqual([]);
  // The page behind it is loaded again.
  await waitFor(() => {
    const asked = proxy.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.includes('/subscriptions/history/'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/timeline'))).toHaveLength(1);
  });
  await press('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(await opener());
});

test.each([
  ['a refusal', () => refusal(409, 'Google refuses it.'), 'Google refuses it.'],
  ['a wrong field', () => refusal(422, 'The reason is too long.'), 'The reason is too long.'],
  ['a store that does not answer', () => refusal(503, 'It may have been done.'), 'It may have been done.'],
  [
    'no answer',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    /It may have been done all the same/,
  ],
])('%s shows, and what was typed stays', async (_, answer, message) => {
  await openActs({ ...google, possible: ['defer', 'cancel'] });
  answers = [answer];
  await choose('Move the next renewal');
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Days' }), '7');
  await giveReason();
  await press('Move by 7 days');
  const alert = await screen.findByText(message);
  expect(alert.getAttribute('role')).toBe('alert');
  expect(texts('.toast')).toEqual([]);
  await press('Back');
  expect(reasonField().value).toBe('Asked by mail');
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Days' }).value).toBe('7');
  await press('Continue');
  expect(screen.queryByText(message)).toBeNull();
  await press('Move by 7 days');
  await screen.findByRole('heading', { name: 'Done' });
  const act = { kind: 'defer', days: 7, reason: 'Asked by mail' };
  expect(posted).toEqual([act, act]);
});

test('a proof that is not given changes nothing, and what was typed stays', async () => {
  await openActs({ ...google, possible: ['cancel'] });
  answers = [() => refusal(403, 'Confirm it’s you to go on.', { reason: 'step_up' })];
  await giveReason();
  await press('Cancel the renewal');
  const proof = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  await userEvent.click(await within(proof).findByRole('button', { name: 'Cancel' }));
  await screen.findByText('Confirm it’s you to go on.');
  expect(focused()).toBe('Cancel the renewal');
  await press('Back');
  expect(reasonField().value).toBe('Asked by mail');
  expect(posted).toHaveLength(1);
});

test('Escape closes it, but not while the store is asked', async () => {
  const dialog = await openActs({ ...google, possible: ['cancel'] });
  const answer = deferred();
  answers = [() => answer.promise.then(() => refusal(409, 'Another one is running.'))];
  // False: the browser must not close it.
  const pressEscape = () => fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(pressEscape()).toBe(true);
  await giveReason();
  await press('Cancel the renewal');
  await screen.findByRole('button', { name: 'Asking the store…' });
  expect(pressEscape()).toBe(false);
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  await press('Back');
  screen.getByRole('heading', { name: 'Cancel the renewal?' });
  answer.resolve();
  await screen.findByText('Another one is running.');
  expect(pressEscape()).toBe(true);
  dialog.close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('nothing is offered where nothing is possible, and it says why', async () => {
  await openActs({ ...google, store: null, possible: [], orders: [] });
  expect(dialogText()).toContain('No store knows this subscription, so nothing can be done there.');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await press('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a subscription that can no longer be changed says why, also at Apple', async () => {
  await openActs({ ...apple, possible: [], because: ['It has ended.'], extensionsLeft: 2 });
  expect(dialogText()).toContain('Nothing can be done there now.It has ended.Apple refunds on its own.');
});

test('actions that cannot be loaded can be tried again', async () => {
  const { user } = await addPayment('ada@example.com', 'active');
  let isBroken = true;
  proxy.intercept = ({ url }) => {
    if (!url.endsWith('/store-acts')) return undefined;
    return isBroken ? refusal(503, 'Later.') : Response.json({ status: 200, message: '', data: google });
  };
  await openConsole(`/users/${user.id}`);
  await userEvent.click(await opener());
  await screen.findByText('The store actions couldn’t be loaded.');
  screen.getByRole('button', { name: 'Close' });
  isBroken = false;
  await press('Retry');
  await screen.findByRole('radio', { name: 'Refund an order' });
  expect(focused()).toBe('Store actions');
});

test('it needs its capability, which owners and support have', async () => {
  const { user } = await addPayment('ada@example.com', 'active');
  const address = `/users/${user.id}`;
  const isOffered = async () => {
    const { unmount } = await openConsole(address);
    await screen.findByRole('button', { name: /^Charges of/ });
    const buttons = screen.queryAllByRole('button', { name: /^Store actions of/ });
    unmount();
    return buttons.length > 0;
  };
  expect(await isOffered()).toBe(true);
  allowAllBut('stores:change');
  expect(await isOffered()).toBe(false);
  await signInAs('support');
  expect(await isOffered()).toBe(true);
  await signInAs('analyst');
  expect(await isOffered()).toBe(false);
});

/** A subscription that the Demo store knows, with two orders; the page of its user is open. */
async function openDemo(platform: 'ios' | 'android') {
  const { user, subscriptionId: subscription_id } = await addPayment('ada@example.com', 'active');
  await db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', user.id).execute();
  await db
    .updateTable('subscriptions')
    .set({ status: 'active', platform })
    .where('id', '=', subscription_id)
    .execute();
  const until = new Date(Date.now() + 20 * DAY_MS);
  const key = createSandboxToken('active', until, 'ada');
  const { id } = await db
    .insertInto('purchases')
    .values({ platform, key, product_id: 'monthly', user_id: user.id, subscription_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('purchases')
    .set({ state: 'active', access_until: until })
    .where('id', '=', id)
    .execute();
  const charge = (days: number, order_id: string) =>
    paidCharge({ subscription_id, platform, order_id, charged_at: new Date(Date.now() - days * DAY_MS) });
  await db
    .insertInto('charges')
    .values([charge(10, 'GPA.2'), charge(40, 'GPA.1')])
    .execute();
  await openConsole(`/users/${user.id}`);
  await userEvent.click(await opener());
  await screen.findByRole('radio', {
    name: platform === 'ios' ? 'Extend the subscription' : 'Refund an order',
  });
}
const DAY_MS = 86_400_000;

test('an order is refunded at the Demo store, and the timeline says it', async () => {
  await openDemo('android');
  await choose('Refund an order');
  const orders = screen.getByLabelText<HTMLSelectElement>('Order');
  expect(orders.options).toHaveLength(3);
  await userEvent.selectOptions(orders, 'GPA.2');
  await giveReason();
  await press('Refund $9.99');
  await screen.findByRole('heading', { name: 'Done' });
  expect(inDialog().getByRole('status').textContent).toBe('Google Play refunds the order GPA.2.');
  expect(dialogText()).toContain('Refund an orderDone, ');
  expect(dialogText()).toContain('Reason: Asked by mail');
  await press('Close');
  await screen.findByText('Acted at the store');
  const lines = texts('.user-timeline li li').map((line) => line?.replace(/:.* to +/, ': '));
  for (const line of ['Action: Refund an order', 'Result: Done', 'Reason: Asked by mail'])
    expect(lines).toContain(line);
});

test('the Demo store extends twice a year', async () => {
  await openDemo('ios');
  for (const left of [2, 1]) {
    expect(dialogText()).toContain(`: ${left} left.`);
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Days' }), '3');
    await userEvent.selectOptions(screen.getByLabelText('What for'), 'Customer satisfaction');
    await giveReason();
    await press('Extend by 3 days');
    await screen.findByRole('heading', { name: 'Done' });
    await press('Close');
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    await userEvent.click(await opener());
    await screen.findByRole('heading', { name: 'Store actions' });
    await waitFor(() => expect(inDialog().queryByText('Loading...')).toBeNull());
  }
  expect(dialogText()).toContain('Nothing can be done there now.');
  expect(dialogText()).toContain('reportaproblem.apple.com');
  expect(inDialog().getAllByRole('listitem')).toHaveLength(2);
});
