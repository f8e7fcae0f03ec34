import { logout } from '#contract/authentication.ts';
import { call } from './call.ts';
import { endSession } from './session.ts';

/** The sign-out here waits no longer than this for the server. */
const SIGN_OUT_TIMEOUT_MS = 2_000;

/** Tells the server, then forgets tokens and user, even where the call fails or hangs. Never throws. */
export async function signOut(): Promise<void> {
  const told = call(logout).then(
    () => undefined,
    // Signing out here does not depend on the server, where the session expires.
    () => undefined,
  );
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))]);
  endSession();
}
