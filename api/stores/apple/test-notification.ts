import type { RequestTest } from '../store.ts';
import { testNotificationSchema } from './answers.ts';
import { callApple, toAnswer } from './fault.ts';
import { type AppleServices, openSession } from './session.ts';

/** Apple sends a notification of the type `TEST` to the address that App Store Connect has for production. */
export function createRequestTest(services: AppleServices): RequestTest {
  return async (signal) => {
    try {
      const { client } = openSession(services, 'production', signal);
      await callApple(client.requestTestNotification(), testNotificationSchema);
      return { kind: 'requested' };
    } catch (error) {
      const answer = toAnswer(services, error);
      if (answer.kind === 'not_now') return answer;
      const because = `The App Store doesn’t have our server’s address. Enter the production server URL in App Store Connect (${answer.raw}).`;
      return { kind: 'refused', because };
    }
  };
}
