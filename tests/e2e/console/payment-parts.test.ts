import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { reloadIfFailuresLast } from '#tests/setup/e2e/failed-files.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

test('a choice whose buttons could not be loaded says so, and the next one tries again', async () => {
  const page = await newPage({ expected: /ERR_FAILED/ });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.route(/RetryBar/, (route) => route.abort());
  await page.goto(`${new URL(api.base).origin}/payment-recovery`);
  const box = page.getByRole('checkbox', { name: /^Select payment/ }).first();
  const message = 'This part couldn’t be loaded. Try again, or reload the page.';
  // It is gone after three seconds.
  await Promise.all([page.getByRole('alert').getByText(message).waitFor(), box.check()]);
  await page.unroute(/RetryBar/);
  await box.uncheck();
  await reloadIfFailuresLast(page);
  await box.check();
  await page.getByRole('button', { name: 'Retry 1 payment' }).waitFor();
});

test.each([320, 768, 1280, 1440])(
  'at %i pixels the whole question before a reminder is seen',
  async (width) => {
    await db
      .updateTable('failed_payments')
      .set({
        stage: 'grace_period',
        deadline_at: new Date(Date.now() + 3 * 86_400_000),
        deadline_certainty: 'said',
      })
      .where('recovered_at', 'is', null)
      .execute();
    const page = await newPage({ viewport: { width, height: 800 } });
    await storeSession(page, { db, api, administratorId: administrator.id });
    await page.goto(`${new URL(api.base).origin}/payment-recovery`);
    await page
      .getByRole('button', { name: /payment details$/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Remind/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Remind/ });
    await dialog.getByText(/^We’ll email/).waitFor();
    const cut = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut).toBe(0);
  },
);
