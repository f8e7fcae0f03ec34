import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import type { Stores } from '#api/purchases/ask-purchase.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { type AppleServer, startAppleServer } from './apple/server.ts';
import { type GoogleServer, startGoogleServer } from './google/server.ts';

/** Local servers of both stores, for this test file, and the connections to them. */
export async function startStores(
  clock: () => Date,
): Promise<{ apple: AppleServer; google: GoogleServer; stores: Stores }> {
  const apple = await startAppleServer();
  const google = await startGoogleServer();
  const { rootCertificates } = apple;
  const { authorization } = google;
  const stores = {
    ios: throttle(createAppleConnection(apple.settings, { clock, rootCertificates }), clock),
    android: throttle(createGoogleConnection(google.settings, { clock, authorization }), clock),
  };
  return { apple, google, stores };
}
