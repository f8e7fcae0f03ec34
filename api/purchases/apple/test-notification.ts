import type { RequestTest, StoreEnvironment, TestAnswer } from '../store.ts';
import { testNotificationSchema } from './answers.ts';
import { acceptedEnvironments, type EnvironmentFault, joinFaults } from './environments.ts';
import { callApple, toAnswer } from './fault.ts';
import { type AppleServices, openSession } from './session.ts';

/**
 * Apple sends a notification of the type `TEST` to the address that App Store Connect has for production; to the one for
 * the sandbox, if that is accepted and production gives no answer, as before the first release of the app.
 */
export function createRequestTest(services: AppleServices): RequestTest {
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
