import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { DatabaseError } from 'pg';
import { afterAll, afterEach, vi } from 'vitest';
import type { Db } from '#api/db/schema.ts';
import { cloneDatabase } from '../api/clone.ts';
import { allowLateAnswers } from '../api/late-answers.ts';
import { type ServedApi, serveApi } from '../api/serve.ts';
import { type RecordingProxy, startRecordingProxy } from '../client/recording-proxy.ts';
import { shareWindow } from './shared-window.ts';

const clearWindow = shareWindow();
// The first of its kind runs last, when the servers of the file are closed.
afterAll(async () => {
  // A module that loads now would be loaded without an address of the API, and the next file would get it so.
  await vi.dynamicImportSettled();
  clearWindow();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  // The next file gets a console of its own, which remembers nothing. Packages and the API are loaded once.
  vi.resetModules();
});
allowLateAnswers();
const { db } = await cloneDatabase();
// Uploads are sent by the browser's own rules for other origins.
const api = await serveApi(db, {
  environment: { allowedOrigins: [location.origin], publicApiUrl: '/api/v1', trustedProxies: [] },
  appBackendKey: 'the-key-of-the-journeys-0123456789abcdef',
  demo: true,
});
const proxy = await startRecordingProxy(api.base);
// Before the client reads it.
vi.stubEnv('PUBLIC_API_URL', proxy.base);

// The files of a worker share Testing Library.
const { asyncWrapper } = getConfig();
// A machine that is busy answers late.
configure({ asyncUtilTimeout: 20_000, getElementError, asyncWrapper: waitForEffects(asyncWrapper) });

type AsyncWrapper = ReturnType<typeof getConfig>['asyncWrapper'];

/**
 * What is waited for is found as soon as it is in the page, but a component that was loaded on demand moves the focus and
 * listens to keys a moment later.
 */
function waitForEffects(waitAsUsual: AsyncWrapper): AsyncWrapper {
  return async (wait) => {
    const found = await waitAsUsual(wait);
    // React renders in turns of the event loop, and runs the effects in a later one.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    return found;
  };
}

/**
 * What is waited for is looked for many times, and printing the page takes longer than to look. When the time is over,
 * `waitFor` asks once more.
 */
function getElementError(message: string | null, container: Element): Error {
  // Without a message it is one of several elements that were found, and part of another message.
  const parts = isWaiting() && message !== null ? [message] : [message, prettyDOM(container)];
  const error = new Error(parts.filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  // The line of the test is shown, and none of this file.
  Error.captureStackTrace(error, getElementError);
  return error;
}

function isWaiting(): boolean {
  const config = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
}

/** The database, the server and the proxy of this test file. */
export const journey: { db: Db; api: ServedApi; proxy: RecordingProxy } = { db, api, proxy };

/**
 * The server may still be sending a mail of the test before. Of two transactions that wait for each other, PostgreSQL ends
 * one (40P01), which may be this one: it is repeated.
 */
export async function deleteUsers(): Promise<void> {
  for (;;) {
    try {
      await db.deleteFrom('users').execute();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === '40P01')) throw error;
    }
  }
}

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined;

// jsdom loads no stylesheets, and reports none as loaded.
const styles = new MutationObserver((records) => {
  for (const link of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (link instanceof HTMLLinkElement) link.dispatchEvent(new Event('load'));
  }
});
styles.observe(document.head, { childList: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
  proxy.intercept = null;
  proxy.requests.length = 0;
});

afterAll(() => {
  configure({ asyncWrapper });
  styles.disconnect();
});
