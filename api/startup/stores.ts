import type { Logger } from 'pino';
import type { Environment } from '../config/environment.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import type { Stores } from '../purchases/ask-purchase.ts';
import { createSandboxConnection } from '../purchases/sandbox/connection.ts';
import { type ThrottledStore, throttle } from '../purchases/throttle.ts';

type Services = { db: Db; clock: () => Date; log: Logger };

/** The sandbox as both stores. */
export function openSandbox(services: Pick<Services, 'db' | 'clock'>): Record<Platform, ThrottledStore> {
  const open = (platform: Platform) => throttle(createSandboxConnection(platform, services), services.clock);
  return { ios: open('ios'), android: open('android') };
}

/** The connection to each store that is set up; the sandbox for the other. */
export async function openStores(
  { apple, google }: Pick<Environment, 'apple' | 'google'>,
  { db, clock, log }: Services,
): Promise<Stores> {
  const stores = { ...openSandbox({ db, clock }) };
  // Their libraries take a sixth of a second to load.
  if (apple) {
    const { createAppleConnection } = await import('../purchases/apple/connection.ts');
    stores.ios = throttle(createAppleConnection(apple, { clock, log }), clock);
  }
  if (google) {
    const { createGoogleConnection } = await import('../purchases/google/connection.ts');
    stores.android = throttle(createGoogleConnection(google, { clock, log }), clock);
  }
  return stores;
}
