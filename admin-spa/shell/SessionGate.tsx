import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Router } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { useSession } from '#client/session.ts';
import { LoginForm } from '#forms/LoginForm.tsx';
import { routes } from '../routes.ts';
import { dropDrafts } from '../ui/form/unsaved.ts';
import { documentTitle } from '../ui/navigation/document-title.ts';
import { rememberOrigin } from '../ui/navigation/history-origin.ts';
import { queryClient } from './query-client.ts';
import { isSamePerson } from './same-person.ts';

/**
 * Shows the console while there is a session. Where it expires, the address becomes /login without a reload and the
 * sign-in form shows over the hidden console, whose half-filled forms stay as they are. The same person goes on where
 * they were. Another person starts afresh. A sign-out in any tab removes the console from the page.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.accessToken !== null);
  const user = useSession((session) => session.user);
  const path = usePathname();
  const search = useSearch();
  const [left, setLeft] = useState<{ path: string; search: string; state: unknown } | null>(null);
  const person = useRef(user);
  // Signing out removes the stored user; a session that expires keeps it, for the sign-in form.
  const signedOut = !signedIn && user === null;

  useEffect(() => {
    if (!signedOut) return;
    dropDrafts();
    queryClient.clear();
    document.title = documentTitle('Sign in');
  }, [signedOut]);

  useEffect(() => {
    if (signedIn && !left) {
      if (person.current && user && !isSamePerson(person.current, user)) startAfresh();
      person.current = user;
    }
    if (!signedIn && !left) {
      setLeft({ path, search, state: history.state });
      navigate(routes.login, { replace: true });
    }
    if (signedIn && left) {
      if (!isSamePerson(person.current, user)) {
        startAfresh();
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
      {away && (
        <SignInAgain
          key={String(signedOut)}
          signedOut={signedOut}
          email={signedOut ? '' : (person.current?.email ?? '')}
        />
      )}
      {!signedOut && (
        <div className="signed-in" hidden={away}>
          <Router
            hook={() => [shown.path, navigate]}
            searchHook={() => shown.search}
            aroundNav={rememberOrigin}
          >
            {children}
          </Router>
        </div>
      )}
    </>
  );
}

/** Nothing of what the page held is for the person who has signed in now. */
function startAfresh() {
  dropDrafts();
  location.replace(routes.home);
}

function SignInAgain({ email, signedOut }: { email: string; signedOut: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="sign-in">
      <h1 ref={heading} tabIndex={-1}>
        Sign in
      </h1>
      <p>
        {signedOut
          ? 'You’re signed out.'
          : 'Your session has ended. Sign in as the same person and go on where you were.'}
      </p>
      <LoginForm email={email} signedIn={() => undefined} />
    </main>
  );
}
