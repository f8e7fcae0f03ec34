import type { Logger } from 'pino';
import type { AppleSettings } from '../../config/apple-settings.ts';
import type { StoreConnection } from '../store.ts';
import { createAsk } from './ask.ts';
import { createFindOrder } from './find-order.ts';
import { createReadMissed } from './missed.ts';
import { verifyBody } from './notifications.ts';
import { createRequestTest } from './test-notification.ts';
import { createVerifiers, readRootCertificates } from './verifier.ts';

/** Apple allows 50 calls of each kind; one question makes one to three, and more for a long history. */
const QUESTIONS_PER_SECOND = 25;

type Services = {
  clock: () => Date;
  log?: Logger;
  /** DER; Apple's by default. */
  rootCertificates?: readonly Buffer[];
};

/** App Store Server API and App Store Server Notifications V2. */
export function createAppleConnection(
  settings: AppleSettings,
  { clock, log, rootCertificates = readRootCertificates() }: Services,
): StoreConnection {
  const services = { settings, clock, log, verifiers: createVerifiers(settings, rootCertificates) };
  return {
    environments: settings.acceptsSandbox ? ['production', 'sandbox'] : ['production'],
    ask: createAsk(services),
    findOrder: createFindOrder(services),
    requestTest: createRequestTest(services),
    verify: (body) => verifyBody(services.verifiers, body),
    readMissed: createReadMissed(services),
    ratePerSecond: QUESTIONS_PER_SECOND,
  };
}
