import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Router } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { useSession } from '#client/session.ts';
import { LoginForm } from '#forms/LoginForm.tsx';
import { queryClient } from '../query-client.ts';
import { routes } from '../routes.ts';
import { leaveTrail } from '../ui/trail.ts';
import { dropDrafts } from '../users/drafts.ts';
import { isSamePerson } from './same-person.ts';

/**
 * Shows the console while there is a session. Where it ends, the address becomes /login without a reload and the
 * sign-in form shows over the hidden console, whose half-filled forms stay as they are: the same person goes on
 * where they were, anybody else starts afresh.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.accessToken !== null);
  const user = useSession((session) => session.user);
  const path = usePathname();
  const search = useSearch();
  const [left, setLeft] = useState<{ path: string; search: string; state: unknown } | null>(null);
  const person = useRef(user);

  useEffect(() => {
    if (signedIn && !left) person.current = user;
    if (!signedIn && !left) {
      setLeft({ path, search, state: history.state });
      navigate(routes.login, { replace: true });
    }
    if (signedIn && left) {
      if (!isSamePerson(person.current, user)) {
        dropDrafts();
        location.replace(routes.home);
        return;
      }
      navigate(left.path + left.search, { replace: true, state: left.state });
      setLeft(null);
      // What failed only because the session had ended, and what ending it made old.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.isInvalidated,
      });
    }
  }, [signedIn, left, path, search, user]);

  const away = !signedIn || left !== null;
  const shown = left ?? { path, search };
  return (
    <>
      {away && <SignInAgain email={person.current?.email ?? ''} />}
      <div hidden={away}>
        <Router hook={() => [shown.path, navigate]} searchHook={() => shown.search} aroundNav={leaveTrail}>
          {children}
        </Router>
      </div>
    </>
  );
}

function SignInAgain({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="sign-in">
      <h1 ref={heading} tabIndex={-1}>
        Sign in
      </h1>
      <p>Your session has ended. Sign in as the same person and go on where you were.</p>
      <LoginForm email={email} signedIn={() => undefined} />
    </main>
  );
}
