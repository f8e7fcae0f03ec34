import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { inject } from 'regexparam';
import { beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#console/routes.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { axeViolations, deferred, openConsole, reopenConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;

/** The first request of each screen, its error text and its text when loaded. */
const screens = [
  {
    address: routes.home,
    asks: /\/stats$/,
    failure: 'Failed to fetch subscription stats',
    full: 'No stats available.',
  },
  {
    address: routes.users,
    asks: /\/users\?/,
    failure: 'The users couldn’t be loaded.',
    full: /^Showing 1 to/,
  },
  {
    address: routes.user,
    asks: /\/users\/\d+$/,
    failure: 'The user couldn’t be loaded.',
    full: 'Update',
  },
  {
    address: routes.recipes,
    asks: /\/recipes\?/,
    failure: 'The recipes couldn’t be loaded.',
    full: /^Showing 1 to/,
  },
  {
    address: routes.recipe,
    asks: /\/recipes\/\d+$/,
    failure: 'The recipe couldn’t be loaded.',
    full: 'No ingredients added',
  },
  {
    address: routes.payments,
    asks: /\/failed-payments\?/,
    failure: 'Failed to load failed payments. Please try again.',
    full: /^Nothing to recover/,
  },
] as const;

const broken: readonly (readonly [string, () => Response])[] = [
  ['an error in JSON', () => Response.json({ message: 'Not today.' }, { status: 500 })],
  [
    'a page of HTML',
    () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ],
  ['a page of HTML that claims success', () => new Response('<h1>Welcome</h1>')],
  ['JSON that breaks off', () => new Response('{"status": 200, "data": [{"id"')],
  ['JSON of the wrong types', () => Response.json({ status: 200, data: 7 })],
  ['a connection that breaks off', brokenOff],
];

function brokenOff(): Response {
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('{"status": 200,'));
    setTimeout(() => controller.error(new Error('cut')), 5);
  };
  return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } });
}

let ids: { userId: string; recipeId: string };

beforeEach(async () => {
  stubDialogs();
  await signInAsAdministrator();
  await db.deleteFrom('recipes').execute();
  const user = await addUser(db);
  const { id } = await addRecipe();
  ids = { userId: String(user.id), recipeId: String(id) };
});

/**
 * A new recipe opens without an answer, and says that it has no suggestions. How a failure looks is tested in a browser.
 */
describe.each(Object.values(routes).filter((route) => route !== routes.login))('%s', (route) => {
  test.each(broken)('%s from every call is told, and nothing of it is shown', async (_, answer) => {
    proxy.intercept = ({ url }) => (url.includes('/admin/') ? answer() : undefined);
    await openConsole(inject(route, ids));
    await waitFor(() => {
      const alert = document.querySelector('.toast[role="alert"]');
      expect(alert ?? screen.queryByText(/^The existing values couldn’t be loaded/)).not.toBeNull();
    });
    // Each answer has come, and what it changed is drawn.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await act(async () => {});
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
    expect(document.body.textContent).not.toMatch(/<h1>|Welcome|Bad Gateway/);
  });
});

describe.each(screens)('$address', ({ address, asks, failure, full }) => {
  const open = () => openConsole(inject(address, ids));
  const failed = () => screen.queryByText(failure, { selector: '.failed p' });

  test.each(broken)('%s shows our error text with Retry', async (_, answer) => {
    proxy.intercept = ({ url }) => (asks.test(url) ? answer() : undefined);
    await open();
    await screen.findByText(failure, { selector: '.failed p' });
    await waitFor(() => expect(document.querySelector('.toast[role="alert"]')).not.toBeNull());
    expect(document.body.textContent).not.toMatch(/<h1>|Welcome|Bad Gateway/);
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
    expect(await axeViolations()).toEqual([]);

    proxy.intercept = null;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText(full);
    await waitFor(() => expect(failed()).toBeNull());
    // The focus is not lost with the button.
    expect(document.activeElement?.tagName).toMatch(/^H[12]$/);
  });

  test('while loading it shows a text and a skeleton', async () => {
    const slow = deferred();
    proxy.intercept = async ({ url }) => void (asks.test(url) && (await slow.promise));
    await open();
    expect((await screen.findAllByText('Loading...')).length).toBeGreaterThan(0);
    expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0);
    expect(await axeViolations()).toEqual([]);
    slow.resolve();
    await screen.findByText(full);
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
    expect(await axeViolations()).toEqual([]);
  });

  test('a failed reload keeps the data', async () => {
    const { unmount } = await open();
    await screen.findByText(full);
    unmount();
    proxy.intercept = ({ url }) => (asks.test(url) ? new Response('', { status: 503 }) : undefined);
    await queryClient.invalidateQueries();
    reopenConsole();
    await screen.findByText(failure, { selector: '.failed p' });
    expect(screen.getByText(full)).toBeTruthy();
  });
});
