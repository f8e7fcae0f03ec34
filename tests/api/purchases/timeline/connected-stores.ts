import { openSandbox } from '#api/startup/stores.ts';
import { createAppleConnection } from '#api/stores/apple/connection.ts';
import { createGoogleConnection } from '#api/stores/google/connection.ts';
import { throttle } from '#api/stores/throttle.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
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
  const api = await serveApi(db, { stores, clock });
  const admin = await signInAdministrator(database, api);
  const offline = await serveApi(db, { stores: openSandbox({ db, clock }), clock });
  const offlineAdmin = await signInAdministrator(database, offline);
  api.clock.now = new Date(0);
  offline.clock.now = new Date(0);
  return { database, db, apple, google, clock, stores, api, admin, offlineAdmin };
}
