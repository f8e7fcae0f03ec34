import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { startDevelopment } from '#tests/setup/e2e/product.ts';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';

const { url } = await cloneDatabase();
const administrator = { email: 'chief@example.com', password: randomUUID() };
const origin = await startDevelopment({
  DATABASE_URL: url,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
});
const { newPage } = await openBrowser();

/** Astro loads its pages again when a build of another file writes into the project. */
test('npm run dev serves site, console and API on one address under the strict policy', () =>
  whileNothingElseBuilds(async () => {
    // A build or a check beside it begins with this, and must not replace the packages that Vite has prepared.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1' };
    expect(spawnSync('node_modules/.bin/astro', ['sync'], { env }).status).toBe(0);

    const page = await newPage();
    // Vite optimizes new dependencies and then reloads the page.
    await page.goto(`${origin}/login`, { waitUntil: 'networkidle' });
    const response = await page.goto(`${origin}/login`, { waitUntil: 'networkidle' });
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toContain('unsafe');

    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
    await page.getByText('No stats available.').waitFor();
    const health = await fetch(`${origin}/healthz`);
    expect(health.status).toBe(200);
  }));
