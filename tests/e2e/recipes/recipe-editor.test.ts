import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();

let administrator: Awaited<ReturnType<typeof addAdministrator>>;

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  administrator = await addAdministrator(db);
});

async function signIn(page: Page, { email, password } = administrator) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
}

async function openSignedIn(address: string, options?: Parameters<typeof newPage>[0]) {
  const page = await newPage(options);
  await signIn(page);
  await page.goto(origin + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** The titles of all drafts that the browser keeps. */
const storedDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('recipe-drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const isEmpty = !database.objectStoreNames.contains('drafts');
          if (isEmpty) return resolve([]);
          const all = database.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result.map(({ form }) => form.title));
          };
        };
      }),
  );

const draftOffer = (page: Page) => page.getByText('You have an unsaved draft of this recipe');

test('a whole recipe is written with the keyboard alone', async () => {
  const page = await openSignedIn('/recipes/new');
  const { keyboard } = page;
  const fill = async (wanted: RegExp, text: string) => {
    await tabTo(page, wanted);
    await keyboard.type(text);
  };
  await fill(/^input.*Title/, 'Leek soup');
  await fill(/^textarea.*Description/, 'Warm and green.');
  await tabTo(page, /^button.*Paste ingredients/);
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Paste ingredients' }).waitFor();
  await fill(/^textarea.*One ingredient per line/, 'Leek, 2, stalks\nFor the top:\nSalt');
  await tabTo(page, /^button.*Preview/);
  await keyboard.press('Enter');
  await page.getByText('Nothing is added yet').waitFor();
  await tabTo(page, /^button.*Add 2 ingredients/);
  await keyboard.press('Enter');
  expect(await focused(page)).toContain('Ingredient 2 name');
  await keyboard.press('Enter');
  await keyboard.type('Butter');
  await keyboard.press('Alt+ArrowUp');
  expect(await focused(page)).toContain('Ingredient 2 name');
  await keyboard.press('Tab');
  await keyboard.type('20');
  await keyboard.press('Tab');
  await keyboard.type('g');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await fill(/^textarea.*Step 1/, 'Cut the leek.');
  await keyboard.press('Enter');
  await keyboard.type('Boil it.');
  await keyboard.press('Shift+Enter');
  await keyboard.type('Serve.');
  await fill(/^input.*Nutrition value 1 name/, 'Energy');
  await fill(/^input.*Nutrition value 1 value/, '120 kcal');
  await fill(/^input.*Video address/, 'https://videos.example/leek');
  await fill(/^input.*Preparation \(minutes\)/, '10');
  await fill(/^input.*Cooking \(minutes\)/, '25');
  await fill(/^input.*Servings/, '4');
  await fill(/^input.*Meal types/, 'Dinner');
  await keyboard.press('Enter');
  await fill(/^input.*Cuisine/, 'French');
  await keyboard.press('Control+s');
  await page.getByText('Recipe saved as a draft').waitFor();
  await page.waitForURL(/\/recipes\/\d+\/edit$/);
  expect(await focused(page), 'the focus stays in the input').toContain('Cuisine');
  const saved = await db.selectFrom('recipes').selectAll().executeTakeFirstOrThrow();
  expect(saved).toMatchObject({
    title: 'Leek soup',
    description: 'Warm and green.',
    ingredients: [
      { name: 'Leek', quantity: '2', unit_type: 'stalks', is_primary: true },
      { name: 'Butter', quantity: '20', unit_type: 'g', is_primary: false },
      { name: 'Salt', quantity: 'N/A', unit_type: 'N/A', is_primary: true },
    ],
    steps: ['Cut the leek.', 'Boil it.\nServe.'],
    nutrition_values: [{ name: 'Energy', value: '120 kcal' }],
    preparation_time: 600,
    cooking_time: 1_500,
    servings: 4,
    meal_types: ['Dinner'],
    cuisine: 'French',
    video_url: 'https://videos.example/leek',
  });
  await tabTo(page, /^button.*Publish/);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Unpublish' }).waitFor();
  expect(await focused(page)).toMatch(/Unpublish/);
});

test('a tab that crashes while one types offers the draft; a saved one is gone', async () => {
  const page = await openSignedIn('/recipes/new');
  await page.getByRole('textbox', { name: 'Step 1' }).pressSequentially('Cut');
  // The draft that has it has the step, too.
  await page.getByLabel('Title').pressSequentially('Half a so');
  await expect.poll(() => storedDrafts(page)).toEqual(['Half a so']);
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  devTools.send('Page.crash').catch(() => undefined);
  await crashed;

  const next = await page.context().newPage();
  await next.goto(`${origin}/recipes/new`);
  await draftOffer(next).waitFor();
  await next.getByRole('button', { name: 'Restore draft' }).click();
  expect(await next.getByLabel('Title').inputValue()).toBe('Half a so');
  expect(await next.getByRole('textbox', { name: 'Step 1' }).inputValue()).toBe('Cut');
  await next.getByRole('button', { name: 'Save' }).click();
  await next.getByText('Recipe saved as a draft').waitFor();
  await expect.poll(() => storedDrafts(next)).toEqual([]);
});

test('a draft survives a reload, is offered to its person only, and goes with Discard', async () => {
  const page = await openSignedIn('/recipes/new');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Title').fill('Reloaded soup');
  await page.reload();
  await draftOffer(page).waitFor();

  const other = await addAdministrator(db);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, other);
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title').waitFor();
  expect(await draftOffer(page).count()).toBe(0);

  await page.evaluate(() => localStorage.clear());
  await signIn(page);
  await page.goto(`${origin}/recipes/new`);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await page.reload();
  await page.getByLabel('Title').waitFor();
  expect(await draftOffer(page).count()).toBe(0);
});

test('two tabs keep two drafts of a new recipe, and each is offered once', async () => {
  const one = await openSignedIn('/recipes/new');
  const other = await one.context().newPage();
  await other.goto(`${origin}/recipes/new`);
  for (const [page, title] of [
    [one, 'One'],
    [other, 'Other'],
  ] as const) {
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByLabel('Title').fill(title);
    await expect.poll(() => storedDrafts(page)).toContain(title);
  }
  await one.reload();
  await one.getByRole('button', { name: 'Restore draft' }).click();
  expect(await one.getByLabel('Title').inputValue()).toBe('One');
  await other.reload();
  await other.getByRole('button', { name: 'Restore draft' }).click();
  expect(await other.getByLabel('Title').inputValue()).toBe('Other');
  const third = await one.context().newPage();
  await third.goto(`${origin}/recipes/new`);
  await third.getByLabel('Title').waitFor();
  expect(await draftOffer(third).count()).toBe(0);
});

test('a draft older than 30 days is deleted', async () => {
  const page = await openSignedIn('/recipes/new');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Title').fill('Old soup');
  await page.reload();
  await draftOffer(page).waitFor();
  await page.clock.setFixedTime(Date.now() + 31 * 24 * 3_600_000);
  await page.reload();
  await page.getByLabel('Title').waitFor();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  expect(await draftOffer(page).count()).toBe(0);
});

/** A call that is under way is refused. */
const signedOutElsewhere = { expected: /401/ };

test('what was typed just before a sign-out in another tab is offered after the next sign-in', async () => {
  const page = await openSignedIn('/recipes/new', signedOutElsewhere);
  page.on('dialog', (dialog) => dialog.accept());
  const other = await page.context().newPage();
  await other.goto(`${origin}/users`);
  await other.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.getByLabel('Title').fill('Hasty soup');
  await other.evaluate(() => localStorage.clear());
  await page.waitForURL(`${origin}/login`);
  await expect.poll(() => storedDrafts(page)).toEqual(['Hasty soup']);
  await signIn(page);
  await page.goto(`${origin}/recipes/new`);
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Hasty soup');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Recipe saved as a draft').waitFor();
});

test('a draft that was deleted in another tab is not stored again by its editor', async () => {
  const page = await openSignedIn('/recipes/new', signedOutElsewhere);
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Title').fill('Private soup');
  await expect.poll(() => storedDrafts(page)).toEqual(['Private soup']);
  const other = await page.context().newPage();
  await other.goto(`${origin}/users`);
  await other.getByRole('button', { name: 'Logout' }).click();
  const question = other.getByRole('dialog', { name: 'Log out without saving?' });
  await page.getByLabel('Title').fill('Private stew');
  await question.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('You’re signed out.').waitFor();
  // The other tab deletes them once the server has answered.
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await signIn(page);
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title').waitFor();
  expect(await draftOffer(page).count()).toBe(0);
});

test('Logout asks while a draft is stored, also on another screen, and deletes it once confirmed', async () => {
  const page = await openSignedIn('/recipes/new');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Title').fill('Secret soup');
  await expect.poll(() => storedDrafts(page)).toEqual(['Secret soup']);
  await page.goto(`${origin}/users`);
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out without saving?' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await storedDrafts(page)).toEqual(['Secret soup']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await Promise.all([page.waitForEvent('load'), question.getByRole('button', { name: 'Logout' }).click()]);
  await page.waitForURL(`${origin}/login`);
  expect(await storedDrafts(page)).toEqual([]);

  await signIn(page);
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title').fill('Newest soup');
  await page.getByRole('button', { name: 'Logout' }).click();
  await Promise.all([page.waitForEvent('load'), question.getByRole('button', { name: 'Logout' }).click()]);
  await page.waitForURL(`${origin}/login`);
  expect(await storedDrafts(page)).toEqual([]);
});
