import { focusManager } from '@tanstack/react-query';

/** An administrator who uses neither keyboard nor pointer for this long is away. */
const AWAY_MS = 5 * 60_000;
const CHECK_MS = 60_000;

/**
 * Pauses polls while the tab is hidden or the administrator is away, so that the server can end an unused session
 * (`ADMIN_IDLE_MINUTES`).
 */
export function watchPresence(): void {
  focusManager.setEventListener((setFocused) => {
    let usedAt = Date.now();
    const update = () => setFocused(document.visibilityState === 'visible' && Date.now() - usedAt < AWAY_MS);
    const onUse = () => {
      usedAt = Date.now();
      update();
    };
    for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
      addEventListener(event, onUse, { passive: true });
    document.addEventListener('visibilitychange', onUse);
    setInterval(update, CHECK_MS);
    return undefined;
  });
}
