import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { NOTHING_IS_DUE, serveApi } from '#tests/setup/api/serve.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

/** The API with local servers of both stores, and one with the sandbox instead. Their workers ask nothing. */
export async function serveWithStores() {
  const database = await cloneDatabase();
  const { db } = database;
  const apple = await startAppleServer();
  const google = await startGoogleServer();
  const clock = () => new Date();
  const { rootCertificates } = apple;
  const { authorization } = google;
  const stores = {
    ios: throttle(createAppleConnection(apple.settings, { clock, rootCertificates }), clock),
    android: throttle(createGoogleConnection(google.settings, { clock, authorization }), clock),
  };
  const api = await serveApi(db, { stores, clock }, { now: NOTHING_IS_DUE });
  const admin = await signInAdministrator(database, { base: api.base, clock: { now: clock() } });
  const offline = await serveApi(db, { stores: openSandbox({ db, clock }), clock }, { now: NOTHING_IS_DUE });
  const offlineAdmin = await signInAdministrator(database, { base: offline.base, clock: { now: clock() } });
  return { database, db, apple, google, clock, stores, api, admin, offlineAdmin };
}
