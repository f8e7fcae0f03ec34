import type { OrderAnswer, StoreAnswer, StoreEnvironment } from '../store.ts';
import type { AppleServices } from './session.ts';

type NotNow = Extract<StoreAnswer, { kind: 'not_now' }>;

/** What an environment did instead of answering. */
export type EnvironmentFault = Omit<NotNow, 'kind'> & { environment: StoreEnvironment };

/** Returns the environments whose purchases the settings accept, production first. */
export function acceptedEnvironments({ verifiers }: AppleServices): readonly StoreEnvironment[] {
  return verifiers.sandbox ? ['production', 'sandbox'] : ['production'];
}

/**
 * Asks one environment after the other until one answers `found`, because only one of them knows a purchase. A fault of
 * one keeps no other from being asked. Without `found` the store does not know it only if no environment had a fault.
 */
export async function askEach<Answer extends StoreAnswer | OrderAnswer>(
  environments: readonly StoreEnvironment[],
  found: Answer['kind'],
  ask: (environment: StoreEnvironment) => Promise<Answer>,
): Promise<Answer | NotNow> {
  const faults: EnvironmentFault[] = [];
  let unknown: Answer | null = null;
  for (const environment of environments) {
    const answer = await ask(environment);
    if (answer.kind === found) return answer;
    if (answer.kind === 'not_now') faults.push({ ...answer, environment });
    else unknown ??= answer;
  }
  return unknown && faults.length === 0 ? unknown : joinFaults(faults, environments);
}

/** One answer for the faults of the environments that were asked. It says which of them failed if not all did alike. */
export function joinFaults(faults: readonly EnvironmentFault[], asked: readonly StoreEnvironment[]): NotNow {
  const reasons = [...new Set(faults.map(({ because }) => because))];
  const isOfAll = faults.length === asked.length && reasons.length === 1;
  const named = faults.map(({ because, environment }) => `${because} (${environment})`);
  return {
    kind: 'not_now',
    because: (isOfAll ? reasons : named).join(', '),
    until: faults.find(({ until }) => until)?.until ?? null,
  };
}
