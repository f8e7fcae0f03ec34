import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { NOTHING_IS_DUE, serveApi } from '#tests/setup/api/serve.ts';
import { startStores } from '#tests/setup/stores/both.ts';

/** The API with local servers of both stores, and one with the sandbox instead. Their workers ask nothing. */
export async function serveWithStores() {
  const database = await cloneDatabase();
  const { db } = database;
  const clock = () => new Date();
  const { apple, google, stores } = await startStores(clock);
  const api = await serveApi(db, { stores, clock }, { now: NOTHING_IS_DUE });
  const admin = await signInAdministrator(database, { base: api.base, clock: { now: clock() } });
  const offline = await serveApi(db, { stores: openSandbox({ db, clock }), clock }, { now: NOTHING_IS_DUE });
  const offlineAdmin = await signInAdministrator(database, { base: offline.base, clock: { now: clock() } });
  return { database, db, apple, google, clock, stores, api, admin, offlineAdmin };
}
