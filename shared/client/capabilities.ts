import type { Capability } from '#contract/capabilities.ts';
import { refreshAddress } from './address.ts';
import { refresh } from './refresh.ts';
import { useSession } from './session.ts';
import { readStoredSession, type StoredSession } from './storage.ts';

/** Whether the signed-in administrator may do this here. What the server answers is the truth. */
export function can(capability: Capability): boolean {
  return readStoredSession().user?.capabilities?.includes(capability) ?? false;
}

/** `can` for components: they render again when a refresh or another tab changes the answer. */
export function useCan(): typeof can {
  // A text, because each read of the storage gives a new list.
  const named = useSession(({ user }) => user?.capabilities?.join(' ') ?? '').split(' ');
  return (capability) => named.includes(capability);
}

/** Whether there is a session that says what it may do. One without a refresh token can never say. */
export function knowsCapabilities({ accessToken, refreshToken, user }: StoredSession): boolean {
  return accessToken !== null && (refreshToken === null || Array.isArray(user?.capabilities));
}

/** Refreshes a session that was stored without capabilities. Resolves with false if no session is left. */
export async function loadCapabilities(): Promise<boolean> {
  const session = readStoredSession();
  if (session.accessToken === null || knowsCapabilities(session)) return session.accessToken !== null;
  return refresh(refreshAddress).then(
    () => true,
    () => false,
  );
}
