import { writeFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import type { IssuedTokens } from '#api/auth/sessions.ts';
import { capabilities } from '#contract/capabilities.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { serveDemo } from '../../bench/serve-product.ts';

/** `npm run screenshots`: takes the two pictures of the README again, with the data of the demo. */

const folder = import.meta.dirname;
const ADMINISTRATOR = 'sam.rivera@example.com';
const VIEWPORT = { width: 1440, height: 900 };

await using product = await serveDemo('npm run screenshots');
const tokens = await product.signIn();
await product.db
  .updateTable('users')
  .set({ first_name: 'Sam', last_name: 'Rivera', email: ADMINISTRATOR })
  .where('role', '=', 'admin')
  .execute();
const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] });
try {
  await take(browser, { name: 'site', ready: 'main h1' });
  await take(browser, { name: 'console', ready: '.records tbody tr:not(.skeleton)', tokens });
} finally {
  await browser.close();
}

type Screenshot = { name: string; ready: string; tokens?: IssuedTokens };

/** The first page of a visitor, or with tokens of an administrator. `ready` is a selector. */
async function take(browser: Browser, { name, ready, tokens }: Screenshot): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light' });
  const page = await context.newPage();
  if (tokens) {
    await page.addInitScript(
      ({ token, refreshToken, user }) => {
        localStorage.setItem('access_token', token);
        localStorage.setItem('refresh_token', refreshToken);
        localStorage.setItem('auth_user', JSON.stringify(user));
      },
      {
        ...tokens,
        // The card for visitors of a demo would fill half of the picture.
        user: { email: ADMINISTRATOR, capabilities: capabilities.filter((one) => one !== 'demo:guide') },
      },
    );
  }
  await page.goto(product.origin);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const path = `${folder}/${name}.webp`;
  await writeFile(
    path,
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toBuffer(),
  );
  process.stdout.write(`${path}\n`);
  await context.close();
}
