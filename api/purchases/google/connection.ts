import type { Logger } from 'pino';
import type { GoogleSettings } from '../../config/google-settings.ts';
import type { StoreConnection } from '../store.ts';
import { createAct } from './act.ts';
import { createAnswerRefund } from './answer-refund.ts';
import { createAsk } from './ask.ts';
import { createFindOrder } from './find-order.ts';
import { createReadMissed } from './missed.ts';
import { createVerify } from './notifications.ts';
import { type Authorize, createAuthorization } from './session.ts';

/** Google allows 50 calls of each kind; one question makes one of each, and more for missed orders. */
const QUESTIONS_PER_SECOND = 25;

type Services = {
  clock: () => Date;
  log?: Logger;
  authorization?: Authorize;
};

/** Google Play Developer API and real-time developer notifications. */
export function createGoogleConnection(
  settings: GoogleSettings,
  { clock, log, authorization = createAuthorization(settings) }: Services,
): StoreConnection {
  const services = { settings, clock, log, authorization };
  return {
    // Google marks the purchases of test accounts.
    environments: ['production', 'sandbox'],
    ask: createAsk(services),
    findOrder: createFindOrder(services),
    requestTest: null,
    act: createAct(services),
    answerRefund: createAnswerRefund(services),
    verify: createVerify(services),
    readMissed: createReadMissed(services),
    ratePerSecond: QUESTIONS_PER_SECOND,
  };
}
