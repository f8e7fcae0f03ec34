import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-hot-toast/headless';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { mustAddFactor, useCan } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { Toasts } from '#forms/Toasts.tsx';
import { routes } from './routes.ts';
import { callFirst, preloadScreen, screens } from './screens.tsx';
import { Bar } from './shell/Bar.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { NewVersion } from './shell/NewVersion.tsx';
import { watchPresence } from './shell/presence.ts';
import { queryClient } from './shell/query-client.ts';
import { ScreenAt } from './shell/ScreenAt.tsx';
import { SessionGate } from './shell/SessionGate.tsx';
import { StepUp } from './shell/StepUp.tsx';
import { lazy, OpenedModule } from './ui/lazy.tsx';
import { useScrollRestoration } from './ui/navigation/scroll-and-focus.ts';
import './console.scss';

const TOAST_DURATION_MS = 3_000;

const enrolment = lazy(() => import('./shell/EnrolmentNotice.tsx'));

/** A pointer or focus that only passes asks for no data. */
const REST_MS = 100;

/** Mails link to these pages, which are for visitors. */
const MAILED_LINK_PATH = /^\/(reset-password|delete-account)(\/|$)/;

export function renderApp(root: HTMLElement): void {
  explainMailedLink(location.pathname);
  watchPresence();
  createRoot(root).render(<App />);
}

export function App() {
  return (
    <ErrorScreen>
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <Bar />
          <main id="main" tabIndex={-1}>
            <CurrentScreen />
            <StepUp />
          </main>
          <NewVersion />
        </SessionGate>
        <Toasts duration={TOAST_DURATION_MS} />
      </QueryClientProvider>
    </ErrorScreen>
  );
}

/** The key mounts every path anew: for another record, and after a crash. */
function CurrentScreen() {
  const [path] = useLocation();
  const can = useCan();
  const mustLeave = useSession(mustAddFactor) && path !== routes.accountSecurity;
  useScrollRestoration();
  usePreloadedLinks();
  if (mustLeave) return <Redirect to={routes.accountSecurity} replace />;
  return (
    <ErrorScreen key={path}>
      {path === routes.home && can('security:required') && (
        <OpenedModule code={enrolment} fallback={<div className="enrolment" />}>
          {({ EnrolmentNotice }) => <EnrolmentNotice />}
        </OpenedModule>
      )}
      <Switch>
        {screens.map((screen) => (
          <Route key={screen.path} path={screen.path}>
            <ScreenAt screen={screen} />
          </Route>
        ))}
        <Route>
          <Redirect to={routes.home} replace />
        </Route>
      </Switch>
    </ErrorScreen>
  );
}

/** Loads the code of a screen when a link to it is hovered or focused, and its data if that lasts. */
function usePreloadedLinks(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => clearTimeout(timer);
    const onReach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin !== location.origin) return;
      const { pathname, search } = link;
      preloadScreen(pathname);
      stop();
      if (pathname !== location.pathname)
        timer = setTimeout(() => callFirst({ path: pathname, search }), REST_MS);
    };
    const listeners = [
      ['pointerover', onReach],
      ['focusin', onReach],
      ['pointerout', stop],
      ['focusout', stop],
      // The screen that opens asks itself.
      ['click', stop],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    return () => {
      stop();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, []);
}

/** Says why a signed-in administrator gets the console instead. */
function explainMailedLink(path: string): void {
  if (MAILED_LINK_PATH.test(path))
    toast.error('You’re signed in here. To use that link, sign out first, then open it again.');
}
