import { logout } from '#contract/authentication.ts';
import { call } from './call.ts';
import { endSession } from './session.ts';

const SIGN_OUT_TIMEOUT_MS = 2_000;

/** Never throws: signing out must work here even if the server does not answer. */
export async function signOut(): Promise<void> {
  const request = call(logout).then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([request, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))]);
  endSession();
}
