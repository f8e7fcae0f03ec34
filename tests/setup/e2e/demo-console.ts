import { inject } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '../api/clone.ts';
import { addAdministrator } from '../api/people.ts';
import { serveApi } from '../api/serve.ts';
import { openBrowser } from './browser.ts';

/** The built site, served by the API with the demo's data in a database of its own, and a browser. */
export async function serveDemoConsole() {
  const { db } = await cloneDatabase();
  await fillDemo(db, { seed: 6, now: new Date() });
  const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
  const { newPage } = await openBrowser();
  const administrator = await addAdministrator(db);
  return { db, api, origin: new URL(api.base).origin, newPage, administrator };
}
