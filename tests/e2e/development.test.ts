import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { startDevelopment } from '#tests/setup/e2e/product.ts';

const { url } = await cloneDatabase();
const administrator = { email: 'chief@example.com', password: randomUUID() };
const origin = await startDevelopment({
  DATABASE_URL: url,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
});
const { newPage } = await openBrowser();

test('npm run dev serves site, console and API on one address under the strict policy', async () => {
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
});
