import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'wouter';
import { isBelowOwner } from '#client/capabilities.ts';
import { useCanOpen } from '../can-open.ts';
import { routes } from '../routes.ts';
import type { Screen } from '../screens.tsx';
import { FailedPanel, Loading } from '../ui/feedback/QueryStates.tsx';
import { reloadIfOutdated } from '../ui/is-outdated.ts';
import { LazyModule } from '../ui/lazy.tsx';
import { documentTitle } from '../ui/navigation/document-title.ts';
import { useArrivalFocus } from '../ui/navigation/scroll-and-focus.ts';
import { useAddress } from '../ui/navigation/use-address.ts';

/** The screen, or why it cannot be opened. Sets the title of the document. */
export function ScreenAt({ screen }: { screen: Screen }) {
  const { path, title } = screen;
  const canOpen = useCanOpen();
  // Runs before the effects of the screen, which may set a better title.
  useLayoutEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return canOpen(path) ? <LoadedScreen screen={screen} /> : <NotAllowed title={title} />;
}

/** Loads code and data in parallel, focuses the heading. */
function LoadedScreen({ screen }: { screen: Screen }) {
  const { code, firstCall } = screen;
  const address = useAddress();
  const [hasFailed, setHasFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the screen cannot ask itself yet
  useEffect(() => {
    if (code.loaded === null) void firstCall?.(address);
  }, [screen]);

  async function onFailed() {
    // A deploy has removed the file. The reloaded page knows the new ones.
    if (!(await reloadIfOutdated())) setHasFailed(true);
  }

  async function retry() {
    try {
      await code.load();
      setHasFailed(false);
    } catch {
      // Not every browser asks again for a file that failed.
      if (!(await reloadIfOutdated()) && (await isServed(address.path))) location.reload();
    }
  }

  if (hasFailed) return <FailedPanel message="This screen couldn’t be loaded." retry={retry} />;
  return (
    <LazyModule code={code} fallback={<Loading />} onFailed={onFailed}>
      {(Loaded) => <Arrived Loaded={Loaded} />}
    </LazyModule>
  );
}

function Arrived({ Loaded }: { Loaded: ComponentType }) {
  useArrivalFocus();
  return <Loaded />;
}

function NotAllowed({ title }: { title: string }) {
  useArrivalFocus();
  return (
    <>
      <header className="screen-head">
        <h1>{title}</h1>
      </header>
      <div className="card empty">
        <p>
          {isBelowOwner()
            ? 'Your role can’t open this screen. An owner can change your role.'
            : 'Your account can’t open this screen, or this server doesn’t offer it.'}
        </p>
        <Link href={routes.home}>Go to Home</Link>
      </div>
    </>
  );
}

async function isServed(path: string): Promise<boolean> {
  try {
    await fetch(path, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    // Offline: a reload would show an error of the browser.
    return false;
  }
}
