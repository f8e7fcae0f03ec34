import { QueryClientProvider } from '@tanstack/react-query';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Toasts } from '#forms/Toasts.tsx';
import { routes } from './routes.ts';
import { Bar } from './shell/bar/Bar.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { queryClient } from './shell/query-client.ts';
import { ScreenAt } from './shell/ScreenAt.tsx';
import { screens } from './shell/screens.ts';
import { SessionGate } from './shell/session/SessionGate.tsx';
import { usePreload } from './shell/use-preload.ts';
import { NewVersion } from './shell/version/NewVersion.tsx';

const TOAST_DURATION_MS = 3_000;

export function App() {
  return (
    <ErrorScreen>
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <Bar />
          <main id="main" tabIndex={-1}>
            <CurrentScreen />
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
  usePreload();
  return (
    <ErrorScreen key={path}>
      <Switch>
        {screens.map((screen) => (
          <Route key={screen.pattern} path={screen.pattern}>
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
