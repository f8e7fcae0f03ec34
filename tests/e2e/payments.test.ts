import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { lengthen, type Values } from '#tests/setup/e2e/layout.ts';
import { keepHeadlineWidth, layoutShifts } from '#tests/setup/e2e/vitals.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

async function openPayments(search: string, width = 1280, prepare = async (_: Page) => {}): Promise<Page> {
  const page = await newPage({
    bypassCSP: true,
    viewport: { width, height: 900 },
    expected: /ERR_FAILED/,
    getsRoutesLater: true,
  });
  await prepare(page);
  await page.clock.install();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/payment-recovery${search}`);
  await page
    .getByText(/^Showing|^No Record Found/)
    .first()
    .waitFor();
  return page;
}

/** The store still fails for the first payment. */
async function check(page: Page): Promise<void> {
  await page.route('**/timeline', (route) => route.fulfill({ json: { data: { entries, older: null } } }));
  await page.route('**/retry/*', (route) =>
    route.fulfill({
      json: { success: false, message: 'The subscription is on hold.', outcome: 'still_failing' },
    }),
  );
  await page
    .getByRole('button', { name: /^Retry payment/ })
    .first()
    .click();
  await page.getByText('Not paid yet').first().waitFor();
}

const at = new Date().toISOString();
const by = 'Ada King (ada@example.com)';
const money = { minor: 999, currency: 'EUR' };

/** There is one of every kind. */
const entries = [
  {
    kind: 'note',
    at,
    by,
    text: 'Called: has a new card, and a very-long-word-that-does-not-end-for-a-while.',
  },
  { kind: 'courtesy-end', at },
  { kind: 'courtesy', at, by, until: '2026-12-01', reason: 'A wait' },
  {
    ...{ kind: 'check', at, by, outcome: 'still_failing', notes: 'The customer asked.' },
    ...{ message: 'The subscription is on hold.', rawState: 'SUBSCRIPTION_STATE_ON_HOLD' },
  },
  { kind: 'reminder', at, stage: 'grace_period' },
  { kind: 'question', at, since: at, times: 12, answer: 'purchase', rawState: 'SUBSCRIPTION_STATE_ON_HOLD' },
  { kind: 'question', at, since: at, times: 1, answer: 'not_now', rawState: 'it answered 503' },
  {
    ...{ kind: 'notification', at, type: 'SUBSCRIPTION_IN_GRACE_PERIOD (6)' },
    ...{ receivedAt: at, byReconciliation: true },
  },
  { kind: 'failure', at, message: 'Google Play couldn’t collect the renewal.' },
  { kind: 'refund', at, amount: money, order: 'GPA.3345-1234-5678-90123..4' },
  { kind: 'charge', at, amount: money, order: 'GPA.3345-1234-5678-90123..4', isRecovery: true },
];

async function openDetails(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /payment details$/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** Half a minute later the first payment has left, and there is a new one. */
async function pollWithChanges(page: Page): Promise<void> {
  await page.route('**/failed-payments?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const [first, ...others] = answer.data.payments;
    await route.fulfill({
      json: {
        ...answer,
        data: { payments: [{ ...first, id: 900_000, email: 'new@example.com' }, ...others] },
      },
    });
  });
  // A call that runs while the clock jumps would fail with its timeout.
  await untilSettled(page);
  await page.clock.fastForward(30_000);
  await page.getByText('1 new failed payment.').waitFor();
}

/** A retry that runs, and one that has ended. */
async function showRetries(page: Page): Promise<void> {
  const counts = {
    ...{ payments: 1_250, pending: 0, recovered: 800, still_failing: 240, not_retryable: 100 },
    ...{ store_unreachable: 60, skipped: 49, failed: 1 },
  };
  const startedBy = 'Ada Featherstonehaugh (ada.featherstonehaugh@example.com)';
  const startedAt = new Date().toISOString();
  const retry = {
    id: 1,
    state: 'done',
    startedAt,
    finishedAt: startedAt,
    startedBy,
    waitsUntil: null,
    counts,
    money: [
      { currency: 'USD', minor: 799_200 },
      { currency: 'JPY', minor: 120_000 },
    ],
  };
  const running = {
    ...retry,
    ...{ id: 2, state: 'running', finishedAt: null, waitsUntil: new Date(Date.now() + 60_000).toISOString() },
    counts: { ...counts, recovered: 200, pending: 600 },
  };
  const row = { userId: 1, email: 'someone.with.a.long.name@example.com' };
  const results = ['failed', 'store_unreachable', 'still_failing', 'not_retryable', 'skipped', 'pending'];
  const rows = [...results, 'recovered'].map((result, index) => ({
    ...{ ...row, paymentId: index + 1, result },
    message: result === 'pending' ? null : 'What the store said about this payment, in a sentence or two.',
  }));
  await page.route('**/payment-retries', (route) => route.fulfill({ json: { data: [running, retry] } }));
  await page.route('**/payment-retries/1/rows*', (route) =>
    route.fulfill({ json: { data: rows, total: 120 } }),
  );
  await page.reload();
  await page.getByText('Retries of the last day (1)').click();
  await page.getByRole('button', { name: /^Show results/ }).click();
  await page.getByText('Not asked').first().waitFor();
}

async function choosePayments(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select payment/ })
    .first()
    .check();
  await page
    .getByRole('checkbox', { name: /^Select payment/ })
    .nth(1)
    .check();
  await page.getByRole('region', { name: 'Selected payments' }).waitFor();
}

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'with the filters': async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Platform').selectOption('ios');
    await page.getByRole('button', { name: /^Remove the filter Platform/ }).waitFor();
    // Rows of the former choice are dimmed until the new ones are there.
    await page.locator('.table-frame[aria-busy="false"]').waitFor();
  },
  'with the details of a payment': async (page) => {
    await check(page);
    await openDetails(page);
    await page.getByText('Ada King').first().waitFor();
  },
  'with the result of a retry': async (page) => {
    await showRetries(page);
    await page.getByRole('region', { name: 'Result of Retry of 1,250 payments' }).waitFor();
  },
  'with chosen payments': choosePayments,
  'with the question before a retry': async (page) => {
    await choosePayments(page);
    await page.getByRole('button', { name: 'Retry 2 payments' }).click();
    await page.getByRole('dialog', { name: /^Ask the App Store/ }).waitFor();
  },
  'with retries of many payments': showRetries,
  'with a payment that has left, and a new one': async (page) => {
    await page.locator('tbody tr').nth(1).hover();
    await pollWithChanges(page);
    await page.locator('tbody').getByText('No longer in this list').waitFor();
  },
};

test.each(Object.entries(states))('%s: no axe violation, no horizontal scrolling', async (name, prepare) => {
  const page = await openPayments('');
  await prepare(page);
  await expectAccessible(page, name);
});

test.each(['?view=recovered', '?view=waiting', '?keyword=zzzz&state=unchecked', '?sort=deadline'])(
  '%s: no axe violation, no horizontal scrolling',
  async (search) => expectAccessible(await openPayments(search), search),
);

test.each([320, 768, 1280, 1440])('%i px: nothing moves while the list loads', async (width) => {
  // Long enough for a screen without the answer to be painted.
  const page = await openPayments('', width, async (opened) => {
    await keepHeadlineWidth(opened);
    await opened.route('**/failed-payments?*', async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ response });
    });
  });
  expect(await layoutShifts(page)).toEqual([]);
});

/** Rows of every kind: checked, recovered, with a long wait, a reminder, another subscription, and long values. */
async function sendEveryKind(page: Page, values: Values): Promise<void> {
  const outcomes = ['recovered', 'still_failing', 'not_retryable', 'store_unreachable', null];
  const soon = new Date(Date.now() + 13 * 86_400_000).toISOString();
  await page.route('**/failed-payments?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const rows = (answer.data.payments as object[]).slice(0, 10).map((payment, index) => {
      const outcome = outcomes[index % outcomes.length];
      return {
        ...payment,
        amount: { minor: 123_456_789, currency: 'JPY' },
        last_check: outcome && {
          outcome,
          at,
          message: 'A sentence of the store about this payment. '.repeat(9),
        },
        ...(outcome === 'recovered' ? { recovered_at: at, recovered_by: 'Ada King (ada@example.com)' } : {}),
        ...{
          deadline: { at: soon, certainty: 'computed' },
          access: 'courtesy',
          courtesy_until: '2999-12-31',
        },
        ...{ other_subscription: true, platform: ['ios', 'android', 'web'][index % 3] },
        reminder: {
          isPossible: false,
          because: 'The customer doesn’t want reminders.',
          queuedAt: at,
          sentAt: at,
        },
      };
    });
    await route.fulfill({ json: lengthen(values, { ...answer, data: { payments: rows } }) as object });
  });
}

const heights = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.ceil(row.getBoundingClientRect().height)));

const kinds = (['demo', 'long', 'unbroken'] as const).flatMap((values) =>
  ['?view=all', '?view=recovered'].map((search) => [search, values] as const),
);

test.each(kinds)(
  'rows of %s with %s values are low, and nothing scrolls sideways',
  async (search, values) => {
    const page = await openPayments(search, 1440, (opened) => sendEveryKind(opened, values));
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await untilSettled(page);
      const rows = await heights(page);
      expect(rows, `${width}`).toHaveLength(10);
      expect(Math.max(...rows), `${width}`).toBeLessThanOrEqual(width < 768 ? 150 : 56);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${width}`).toBeLessThanOrEqual(0);
    }
  },
);

test('a row that was checked, and one that has left, are as high as before, and move none under the pointer', async () => {
  const page = await openPayments('', 1440);
  const before = await heights(page);
  await check(page);
  expect(await heights(page)).toEqual(before);
  const row = page.locator('tbody tr').nth(1);
  await row.hover();
  const place = await row.boundingBox();
  await pollWithChanges(page);
  await page.locator('tbody').getByText('No longer in this list').waitFor();
  expect(new Set(await heights(page))).toEqual(new Set(before));
  expect(await row.boundingBox()).toEqual(place);
});

test.each([390, 1440])(
  '%i px: the details open with the keyboard, walk, and give the focus back',
  async (width) => {
    const page = await openPayments('', width);
    const openers = page.getByRole('button', { name: /payment details$/ });
    await openers.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const place = (number: number) => dialog.locator('.place', { hasText: `, ${number} of ` }).waitFor();
    await place(1);
    for (const key of ['j', 'ArrowDown', 'k']) await page.keyboard.press(key);
    await place(2);
    // The row is between the bar and the end of the screen.
    await expect
      .poll(() =>
        page
          .locator('tbody tr')
          .nth(1)
          .evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight),
      )
      .toBe(true);
    const cut = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await openers.nth(1).evaluate((opener) => opener === document.activeElement)).toBe(true);
  },
);

/** The first payment was not checked yet, or its store answered. */
async function answerForFirst(page: Page, outcome: 'still_failing' | null): Promise<void> {
  await page.route('**/failed-payments?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const [first, ...others] = answer.data.payments;
    const checked = { ...first, last_check: outcome && { outcome, at, message: 'It is on hold.' } };
    await route.fulfill({ json: { ...answer, data: { payments: [checked, ...others] } } });
  });
}

test.each([null, 'still_failing'] as const)(
  'what others do moves no row that is in use, at any width, after the answer %s',
  async (outcome) => {
    const page = await openPayments('', 320, (opened) => answerForFirst(opened, outcome));
    const row = page.locator('tbody tr').nth(1);
    const boxes = async () => {
      const found: object[] = [];
      for (const width of [1440, 1280, 600, 480, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await untilSettled(page);
        found.push({ width, box: await row.boundingBox() });
      }
      return found;
    };
    // The pointer would be on another row at another width.
    await row.getByRole('button', { name: /payment details$/ }).focus();
    const before = await boxes();
    await pollWithChanges(page);
    await page.locator('tbody').getByText('No longer in this list').waitFor();
    expect(await boxes()).toEqual(before);
  },
);

test('polls pause when nobody uses the console, and go on with the pointer', async () => {
  const page = await openPayments('');
  await page.waitForLoadState('networkidle');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/failed-payments?')) asked += 1;
  });
  await page.clock.runFor(120_000);
  await expect.poll(() => asked).toBeGreaterThan(0);
  // Six minutes without a key or the pointer.
  await page.clock.runFor(240_000);
  await page.evaluate(() => null);
  asked = 0;
  await page.clock.runFor(120_000);
  await page.evaluate(() => null);
  expect(asked).toBe(0);
  await page.mouse.move(5, 5);
  await page.clock.runFor(60_000);
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test('many payments are retried with the keyboard alone, and the focus is never lost', async () => {
  const page = await openPayments('');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Selected payments' }).waitFor();
  const retry = page.getByRole('button', { name: /^Retry \d+ payments$/ });
  // Each row is between the head and the bar; backwards from the end it is near.
  await page.getByRole('button', { name: 'Clear selection' }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await focusedText(page)).toMatch(/^(Retry|Select all) /);
  await retry.focus();
  await page.keyboard.press('Enter');
  expect(await focusedText(page)).toBe('Cancel');
  await page.keyboard.press('Escape');
  expect(await focusedText(page)).toMatch(/^Retry \d+ payments$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Retry started').waitFor();
  await expect.poll(() => focusedText(page)).toBe('Payment Recovery');
  await page.getByText(/^Retries of the last day/).waitFor({ timeout: 60_000 });
  expect(await focusedText(page)).not.toBe('');
});

const focusedText = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement?.textContent));
