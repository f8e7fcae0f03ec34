import { act, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect } from 'vitest';
import { rolesOf } from '#api/auth/access.ts';
import { openSession } from '#api/auth/sessions.ts';
import { endSession, startSession } from '#client/session.ts';
import { readStoredSession } from '#client/storage.ts';
import { App } from '#console/App.tsx';
import { openFirstScreen } from '#console/screens.tsx';
import { queryClient } from '#console/shell/query-client.ts';
import { clearDrafts } from '#console/ui/form/unsaved.ts';
import { type Capability, capabilities } from '#contract/capabilities.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

/** All that an administrator may do. No second factor must be added first. */
export const usualCapabilities = capabilities.filter((capability) => capability !== 'security:required');

/** Stores a session of a new administrator, who may do everything. */
export const signInAsAdministrator = () => signInAs('owner');

/** Stores a session of a new administrator with this role. */
export async function signInAs(role: AdministratorRole) {
  const administrator = await addAdministrator(journey.db, role);
  const tokens = await openSession(
    journey.db,
    { userId: administrator.id, rememberMe: false },
    journey.api.clock.now,
  );
  const { token: accessToken, refreshToken } = tokens;
  const allowed = usualCapabilities.filter((capability) => rolesOf[capability].includes(role));
  startSession({ accessToken, refreshToken }, { ...administrator, capabilities: allowed });
  return administrator;
}

/** The signed-in administrator may do only this; null: the session does not say. */
export function allowOnly(allowed: readonly Capability[] | null) {
  const { accessToken, refreshToken, user } = readStoredSession();
  if (!accessToken || !user) throw new Error('There is no session.');
  // The open page remembers what the same person could do.
  if (allowed === null) endSession();
  startSession({ accessToken, refreshToken }, { ...user, capabilities: allowed });
}

export function allowAllBut(...denied: readonly Capability[]) {
  allowOnly(usualCapabilities.filter((capability) => !denied.includes(capability)));
}

/** What a screen has asked for, without the count in the bar, which comes after everything else. */
export const screenRequests = () => journey.proxy.requests.filter(({ path }) => path !== '/admin/overview');

// What a mutation does once it is answered would otherwise happen in the next test.
afterEach(() => waitFor(() => expect(queryClient.isMutating()).toBe(0)));

/** Opens the console at an address, as the hand-off does. */
export async function openConsole(address: string) {
  queryClient.clear();
  clearDrafts();
  toast.remove();
  // As in the static pages.
  document.documentElement.lang = 'en';
  history.replaceState(null, '', address);
  await openFirstScreen({ path: location.pathname, search: location.search }).code;
  return render(<App />);
}

/** Renders a closed console again, with its cache. */
export const reopenConsole = () => render(<App />);

/** Two clicks before the next rendering. */
export const clickTwice = (element: HTMLElement) =>
  act(() => {
    element.click();
    element.click();
  });

/** Expects a notification: assertive or polite. */
export const expectAlert = (text: string) =>
  waitFor(() => expect(texts('.toast[role="alert"] p')).toContain(text));
export const expectNotice = (text: string) =>
  waitFor(() => expect(texts('.toast[role="status"] p')).toContain(text));

export function texts(selector: string): (string | null)[] {
  return [...document.querySelectorAll(selector)].map((element) => element.textContent);
}

/** The cells of a table's rows, without the row of headings. */
export async function cellsOf(table: string): Promise<(string | null)[][]> {
  const rows = [...(await screen.findByRole<HTMLTableElement>('table', { name: table })).rows].slice(1);
  return rows.map((row) => [...row.cells].map((cell) => cell.textContent));
}

export function headingsOf(table: string): (string | null)[] {
  const { rows } = screen.getByRole<HTMLTableElement>('table', { name: table });
  return [...(rows[0]?.cells ?? [])].map((cell) => cell.textContent);
}

/** Without contrast, which needs a real browser. */
export async function axeViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A promise that the test resolves. */
export const deferred = () => Promise.withResolvers<void>();

/**
 * Keeps the API's next answer to a GET of `path` on its way, so that it is older than what is changed until `release`.
 * `answered` resolves when the API has answered.
 */
export function holdAnswer(path: string) {
  const [answered, released] = [deferred(), deferred()];
  const { api, proxy } = journey;
  proxy.intercept = async ({ url, method, headers }) => {
    if (method !== 'GET' || !url.includes(path)) return undefined;
    proxy.intercept = null;
    const answer = await fetch(url.replace(proxy.base, api.base), { headers });
    answered.resolve();
    await released.promise;
    return answer;
  };
  return { answered: answered.promise, release: released.resolve };
}
