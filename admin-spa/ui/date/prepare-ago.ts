/** Loads what shows how long ago dates are, when a date or its row is first pointed at or focused. */
export function prepareAgo(): void {
  // The same listener is added once.
  document.addEventListener('pointerover', onFirst);
  document.addEventListener('focusin', onFirst);
}

function onFirst({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('tr, li, time')) return;
  import('./show-ago.ts')
    .then(async ({ showAgo }) => {
      await showAgo();
      document.removeEventListener('pointerover', onFirst);
      document.removeEventListener('focusin', onFirst);
    })
    // The date itself is there, and the next one tries again.
    .catch(() => undefined);
}
