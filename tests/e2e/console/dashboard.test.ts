import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

const answer = (count: number) => ({
  status: 200,
  message: 'OK',
  data: {
    month: '2026-06',
    recoveredThisMonth: count,
    failedPayments: { ios: count, android: count },
    recipesWithGaps: count,
    mailsGivenUp: Math.min(count, 10_000),
    thisMonth: {
      revenue: count,
      revenueBefore: count,
      activeSubscriptions: count,
      started: count,
      ended: count,
      losingAccess: count,
      toCheck: count,
      recoveredRevenue: count,
      lostPayments: count,
    },
  },
});

const views = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 900 } },
] as const;

async function openPage(path: string, view: (typeof views)[number]) {
  const page = await newPage({ ...view, bypassCSP: true, expected: /500/ });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + path);
  return page;
}

/** On the page, which axe scrolls. */
const placeOfChart = (page: Page) =>
  page.locator('.months-chart').evaluate((chart) => chart.getBoundingClientRect().top + scrollY);

test.each(views)('the overview moves nothing in any state: %j', async (view) => {
  const page = await newPage({ ...view, bypassCSP: true, expected: /500/ });
  await storeSession(page, { db, api, administratorId: administrator.id });
  let send: (response: { status?: number; json: object }) => void = () => undefined;
  await page.route('**/admin/overview', async (route) => {
    await route.fulfill(
      await new Promise<{ status?: number; json: object }>((resolve) => {
        send = resolve;
      }),
    );
  });
  const retry = page.locator('.needs-attention').getByRole('button', { name: 'Retry' });
  for (const [response, shown] of [
    [{ json: answer(12_345) }, page.getByText('12,345').first()],
    [{ json: answer(0) }, page.getByText('Nothing needs attention today.')],
    [{ status: 500, json: { message: 'Broken.' } }, retry],
  ] as const) {
    await page.goto(origin);
    await page.locator('.needs-attention').getByText('Loading...').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const place = await placeOfChart(page);
    send(response);
    await shown.waitFor();
    expect(await placeOfChart(page)).toEqual(place);
    expect(await axeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});

test.each(views)(
  'a date says how long ago it is, which the pointer may enter and Escape removes: %j',
  async (view) => {
    const page = await openPage('/users', view);
    const date = page.locator('tbody time').nth(1);
    await date.scrollIntoViewIfNeeded();
    const before = await date.boundingBox();
    await date.hover();
    await page.locator('time[data-ago]').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await date.boundingBox()).toEqual(before);
    if (!before) throw new Error('The date has no place.');
    await page.mouse.move(before.x + before.width - 10, before.y - 6);
    expect(await page.locator('time[data-ago]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('time[data-ago]').count()).toBe(0);

    await page.locator('tbody a').first().focus();
    await page.keyboard.press('Tab');
    await page.locator('time[data-ago]').waitFor();
    expect(await page.locator('tr:focus-within time[data-ago]').count()).toBe(1);
  },
);
