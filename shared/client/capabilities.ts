import { type Capability, isOfSpecification } from '#contract/capabilities.ts';
import { refreshAddress } from './address.ts';
import { refresh } from './refresh.ts';
import { useSession } from './session.ts';
import type { StoredSession } from './storage.ts';

/** Whether the signed-in administrator may do this here. What the server answers is the truth. */
export function can(capability: Capability): boolean {
  const named = readNamed();
  return named.includes(capability) || (isOfSpecification(capability) && !named.some(isOfSpecification));
}

/** Whether the server has roles, and the administrator's is below the owner's: who may do what is then a matter of roles. */
export function isBelowOwner(): boolean {
  return readNamed().some(isOfSpecification) && !can('administrators:manage');
}

function readNamed(): readonly string[] {
  return useSession.getState().user?.capabilities ?? [];
}

/** `can` for components: they render again when a refresh or another tab changes the answer. */
export function useCan(): typeof can {
  // A text, because each read of the storage gives a new list.
  useSession(({ user }) => user?.capabilities?.join(' '));
  return can;
}

/** What someone may do who must add a second factor first. */
const enrolment: readonly string[] = [
  'account:read',
  'security:manage',
  'security:required',
] satisfies Capability[];

/** Whether a second factor must be added before anything else works. */
export function mustAddFactor({ user }: StoredSession): boolean {
  const allowed = user?.capabilities ?? [];
  return allowed.includes('security:required') && allowed.every((one) => enrolment.includes(one));
}

/** Whether there is a session that says what it may do. One without a refresh token can never say. */
export function knowsCapabilities({ accessToken, refreshToken, user }: StoredSession): boolean {
  return accessToken !== null && (refreshToken === null || Array.isArray(user?.capabilities));
}

/**
 * Refreshes a session that was stored without capabilities. Resolves with false if no session is left. One that is left
 * may still not say them: its refresh was cut off by leaving the page.
 */
export async function loadCapabilities(): Promise<boolean> {
  const isMissing = () => {
    const session = useSession.getState();
    return session.accessToken !== null && !knowsCapabilities(session);
  };
  const ask = () => refresh(refreshAddress).then(isMissing, () => false);
  // A tab of an older build may have refreshed at the same time, and stored none: then once more.
  if (isMissing() && (await ask())) await ask();
  return useSession.getState().accessToken !== null;
}
