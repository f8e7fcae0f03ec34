import type { StoreConnection, StoreEnvironment, StoreNotification } from '../store.ts';
import { notificationHistorySchema } from './answers.ts';
import { acceptedEnvironments, type EnvironmentFault, joinFaults } from './environments.ts';
import { AppleFault, callApple, toAnswer, uncheckable } from './fault.ts';
import { verifyNotification } from './notifications.ts';
import { type AppleServices, type AppleSession, openSession } from './session.ts';

const DAY_MS = 86_400_000;
/** Apple keeps 180 days, and 30 of the sandbox. A day less, because it refuses an earlier start. */
const HISTORY_DAYS: Readonly<Record<StoreEnvironment, number>> = { production: 179, sandbox: 29 };

/** What Apple could not deliver since then. Throws AppleFault at the end if an environment does not answer. */
export function createReadMissed(services: AppleServices): StoreConnection['readMissed'] {
  return async function* (since, signal) {
    const environments = acceptedEnvironments(services);
    const faults: EnvironmentFault[] = [];
    for (const environment of environments) {
      try {
        yield* readHistory(services, openSession(services, environment, signal), since);
      } catch (error) {
        const answer = toAnswer(services, error);
        const fault = answer.kind === 'not_now' ? answer : { because: answer.raw, until: null };
        faults.push({ ...fault, environment });
      }
    }
    if (faults.length > 0) throw new AppleFault(joinFaults(faults, environments));
  };
}

async function* readHistory(
  services: AppleServices,
  { client, environment }: AppleSession,
  since: Date,
): AsyncGenerator<StoreNotification> {
  const now = services.clock().getTime();
  const request = {
    startDate: Math.max(since.getTime(), now - HISTORY_DAYS[environment] * DAY_MS),
    endDate: now,
    onlyFailures: true,
  };
  let token: string | null = null;
  do {
    const answer = client.getNotificationHistory(token, request);
    const { notificationHistory, hasMore, paginationToken } = await callApple(
      answer,
      notificationHistorySchema,
    );
    for (const { signedPayload } of notificationHistory) {
      const received = await verifyNotification(services.verifiers, signedPayload);
      if (received.kind === 'verified') yield received.notification;
      else if (received.kind === 'unverifiable') throw uncheckable();
      else {
        services.log?.warn(
          { platform: 'ios', failure: received.because },
          'a notification in the App Store history has no valid signature',
        );
      }
    }
    token = hasMore && paginationToken ? paginationToken : null;
  } while (token !== null);
}
