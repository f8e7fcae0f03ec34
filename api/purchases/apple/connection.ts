import type { Logger } from 'pino';
import type { AppleSettings } from '../../config/apple-settings.ts';
import type { RequestTest, StoreConnection, StoreEnvironment, TestAnswer } from '../store.ts';
import { createAct } from './act.ts';
import { createAnswerRefund } from './answer-refund.ts';
import { testNotificationSchema } from './answers.ts';
import { createAsk } from './ask.ts';
import { acceptedEnvironments, type EnvironmentFault, joinFaults } from './environments.ts';
import { callApple, toAnswer } from './fault.ts';
import { createFindOrder } from './find-order.ts';
import { createReadMissed } from './missed.ts';
import { verifyBody } from './notifications.ts';
import { type AppleServices, openSession } from './session.ts';
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
    act: createAct(services),
    answerRefund: createAnswerRefund(services),
    verify: (body) => verifyBody(services.verifiers, body),
    readMissed: createReadMissed(services),
    ratePerSecond: QUESTIONS_PER_SECOND,
  };
}

/**
 * Apple sends a notification of the type `TEST` to the address that App Store Connect has for production; to the one for
 * the sandbox, if that is accepted and production gives no answer, as before the first release of the app.
 */
function createRequestTest(services: AppleServices): RequestTest {
  return async (signal) => {
    const environments = acceptedEnvironments(services);
    const faults: EnvironmentFault[] = [];
    for (const environment of environments) {
      const answer = await requestTest(services, environment, signal);
      if (answer.kind !== 'not_now') return answer;
      faults.push({ ...answer, environment });
    }
    return joinFaults(faults, environments);
  };
}

async function requestTest(
  services: AppleServices,
  environment: StoreEnvironment,
  signal: AbortSignal,
): Promise<TestAnswer> {
  try {
    const { client } = openSession(services, environment, signal);
    await callApple(client.requestTestNotification(), testNotificationSchema);
    return { kind: 'requested' };
  } catch (error) {
    const answer = toAnswer(services, error);
    if (answer.kind === 'not_now') return answer;
    const because = `The App Store doesn’t have our server’s address. Enter the ${environment} server URL in App Store Connect (${answer.raw}).`;
    return { kind: 'refused', because };
  }
}
