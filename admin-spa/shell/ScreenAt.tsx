import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { FailedPanel } from '../ui/feedback/FailedPanel.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { reloadIfOutdated } from '../ui/is-outdated.ts';
import { documentTitle } from '../ui/navigation/document-title.ts';
import { useAddress } from '../ui/navigation/use-address.ts';
import { useHeadingFocus } from '../ui/navigation/use-heading-focus.ts';
import type { Screen } from './screen.ts';
import { componentOf, loadScreen } from './screens.ts';

/** Loads code and data in parallel, sets the title, focuses the heading. */
export function ScreenAt({ screen }: { screen: Screen }) {
  const [component, setComponent] = useState<{ loaded: ComponentType } | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const { path, search } = useAddress();
  const Ready = component?.loaded ?? componentOf(screen);

  async function load() {
    try {
      const loaded = await loadScreen(screen);
      setComponent({ loaded });
    } catch {
      // A deploy has removed the file. The reloaded page knows the new ones.
      if (!(await reloadIfOutdated())) setFailureCount((count) => count + 1);
    }
  }

  async function loadAgain() {
    await load();
    // A deploy may have removed the file. A reloaded page knows its new name.
    if (!componentOf(screen) && (await isServed(path))) location.reload();
  }

  // Runs before the effects of the screen, which may set a better title.
  useLayoutEffect(() => {
    document.title = documentTitle(screen.title);
  }, [screen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen is loaded once, when it is first shown
  useEffect(() => {
    if (Ready) return;
    void screen.prefetch?.(path, search);
    void load();
  }, [screen]);
  useHeadingFocus({ isReady: Ready !== undefined });

  if (Ready) return <Ready />;
  if (failureCount > 0) return <FailedPanel message="This screen couldn’t be loaded." retry={loadAgain} />;
  return <Loading />;
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
