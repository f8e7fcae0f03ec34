import { inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/files.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';

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
  await box.check();
  await page.getByRole('alert').getByText('This part couldn’t be loaded. Please try again.').waitFor();
  await page.unroute(/RetryBar/);
  await box.uncheck();
  await box.check();
  await page.getByRole('button', { name: 'Retry 1 payment' }).waitFor();
});
