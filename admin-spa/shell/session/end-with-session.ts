import { useSession } from '#client/session.ts';
import { isSameUser } from './is-same-user.ts';

/** Calls `clear` at sign-out, and for another person. */
export function endWithSession(clear: () => void): void {
  useSession.subscribe(({ accessToken, user }, before) => {
    const isSignedOut = accessToken === null && user === null;
    const isOther = user !== null && before.user !== null && !isSameUser(before.user, user);
    if (isSignedOut || isOther) clear();
  });
}
