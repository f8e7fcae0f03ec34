import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Router } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { useSession } from '#client/session.ts';
import { LoginForm } from '#forms/LoginForm.tsx';
import { routes } from '../routes.ts';
import { clearDrafts } from '../ui/form/unsaved.ts';
import { documentTitle } from '../ui/navigation/document-title.ts';
import { rememberOrigin } from '../ui/navigation/history-origin.ts';
import { queryClient } from './query-client.ts';
import { isSamePerson } from './same-person.ts';

/**
 * If the session expires, the path becomes /login and the sign-in form covers the hidden console with its forms. The
 * same user continues; another user starts anew. A sign-out removes the console.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.accessToken !== null);
  const user = useSession((session) => session.user);
  const path = usePathname();
  const search = useSearch();
  const [left, setLeft] = useState<{ path: string; search: string; state: unknown } | null>(null);
  const person = useRef(user);
  // A sign-out removes the stored user; an expired session keeps it.
  const signedOut = !signedIn && user === null;

  useEffect(() => {
    if (!signedOut) return;
    clearDrafts();
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
      // Queries that failed without a session, and stale ones.
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

/** Another user must see nothing of this page. */
function startAfresh() {
  clearDrafts();
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
      <LoginForm email={email} onSignedIn={() => undefined} />
    </main>
  );
}
