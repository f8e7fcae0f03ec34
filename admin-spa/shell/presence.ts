import { focusManager } from '@tanstack/react-query';

/** Without a key or the pointer for this long, nobody is there. */
const AWAY_MS = 5 * 60_000;
const CHECK_MS = 60_000;

/** Polls pause in a hidden tab and where nobody is: the server ends sessions that nobody uses (`ADMIN_IDLE_MINUTES`). */
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
