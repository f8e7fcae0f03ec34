import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Router } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { product } from '#brand/product.ts';
import { knowsCapabilities, loadCapabilities, mustAddFactor } from '#client/capabilities.ts';
import { useFailedRefresh } from '#client/refresh.ts';
import { useSession } from '#client/session.ts';
import { LoginForm } from '#forms/LoginForm.tsx';
import { routes } from '../routes.ts';
import { Loading } from '../ui/feedback/QueryStates.tsx';
import { clearDrafts } from '../ui/form/unsaved.ts';
import { documentTitle } from '../ui/navigation/document-title.ts';
import { forgetOpenedRecords } from '../ui/navigation/opened-records.ts';
import { keepEarlierPaths } from '../ui/navigation/scroll-and-focus.ts';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';
import { isSameUser, seesLess } from './end-with-session.ts';
import { queryClient } from './query-client.ts';

/**
 * If the session expires, the path becomes /login and the sign-in form covers the hidden console with its forms. The
 * same user continues; another user starts anew, and so does one whose new role sees less. A sign-out removes the console.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const user = useSession((session) => session.user);
  const isReady = useCapabilitiesOnce();
  const path = usePathname();
  const search = useSearch();
  const [returnTo, setReturnTo] = useState<{ path: string; search: string; state: unknown } | null>(null);
  const lastUser = useRef(user);
  // A sign-out removes the stored user; an expired session keeps it.
  const isSignedOut = !isSignedIn && user === null;

  const failure = useFailedRefresh((refreshes) => refreshes.failure);
  useEffect(() => {
    if (!failure) return;
    toast.error(failure.message);
    useFailedRefresh.setState({ failure: null });
  }, [failure]);

  useEffect(() => {
    if (!isSignedOut) return;
    clearDrafts();
    forgetOpenedRecords();
    queryClient.clear();
    document.title = documentTitle('Sign in');
  }, [isSignedOut]);

  useEffect(() => {
    if (isSignedIn && !returnTo) {
      if (lastUser.current && user && !isSameUser(lastUser.current, user)) startAnew();
      lastUser.current = user;
    }
    if (!isSignedIn && !returnTo) {
      setReturnTo({ path, search, state: history.state });
      navigate(routes.login, { replace: true });
    }
    if (isSignedIn && returnTo) {
      const isEnrolling = mustAddFactor(useSession.getState());
      // What was typed waits until the second factor is there.
      if (!isSameUser(lastUser.current, user) || (!isEnrolling && seesLess(user, lastUser.current))) {
        startAnew();
        return;
      }
      if (isEnrolling) navigate(routes.accountSecurity, { replace: true });
      else navigate(returnTo.path + returnTo.search, { replace: true, state: returnTo.state });
      setReturnTo(null);
      // Queries that failed without a session, and stale ones.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.isInvalidated,
      });
    }
  }, [isSignedIn, returnTo, path, search, user]);

  const isSignInShown = !isSignedIn || returnTo !== null;
  const current = returnTo ?? { path, search };
  return (
    <>
      {isSignInShown && (
        <SignInAgain
          key={String(isSignedOut)}
          isSignedOut={isSignedOut}
          email={isSignedOut ? '' : (lastUser.current?.email ?? '')}
        />
      )}
      {!isSignedOut && (
        <div className="signed-in" hidden={isSignInShown}>
          <Router
            hook={() => [current.path, navigate]}
            searchHook={() => current.search}
            aroundNav={keepEarlierPaths}
          >
            {isReady ? children : <Loading />}
          </Router>
        </div>
      )}
    </>
  );
}

/**
 * Tells whether the session was asked what it may do. Once it was, the console stays: what is typed must not be lost. It
 * is asked again when the page comes back, because leaving cuts the question off.
 */
function useCapabilitiesOnce(): boolean {
  const isKnown = useSession(knowsCapabilities);
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const [isAsked, setIsAsked] = useState(isKnown);
  useEffect(() => {
    if (isKnown) setIsAsked(true);
    if (isKnown || !isSignedIn) return;
    let isCurrent = true;
    const ask = () =>
      void loadCapabilities().then((isLeft) => {
        if (isCurrent && isLeft) setIsAsked(true);
      });
    ask();
    addEventListener('pageshow', ask);
    return () => {
      isCurrent = false;
      removeEventListener('pageshow', ask);
    };
  }, [isKnown, isSignedIn]);
  return isAsked || isKnown;
}

function giveBackFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body && element.isConnected) element.focus();
  else focusHeading();
}

/** Another user, or another role, must see nothing of this page. */
function startAnew() {
  clearDrafts();
  forgetOpenedRecords();
  location.replace(routes.home);
}

function SignInAgain({ email, isSignedOut }: { email: string; isSignedOut: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // A hidden element still has the focus until the browser renders.
    before.current = document.activeElement;
    heading.current?.focus();
  }, []);
  // The cleanup runs after the console is shown again.
  useEffect(() => () => giveBackFocus(before.current), []);
  return (
    <main className="sign-in">
      <p className="brand">{product.name}</p>
      <h1 ref={heading} tabIndex={-1}>
        Sign in
      </h1>
      <p>
        {isSignedOut
          ? 'You’re signed out.'
          : 'Your session has ended. Sign in as the same person to pick up where you left off.'}
      </p>
      <LoginForm email={email} onSignedIn={() => undefined} />
    </main>
  );
}
