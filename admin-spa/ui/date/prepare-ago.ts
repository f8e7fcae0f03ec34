/** Loads what shows how long ago dates are, when a date or its row is first pointed at or focused. */
export function prepareAgo(): void {
  // The same listener is added once.
  document.addEventListener('pointerover', onFirst);
  document.addEventListener('focusin', onFirst);
}

function onFirst({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('tr, li, time')) return;
  import('./show-ago.ts').then(
    ({ showAgo }) => {
      document.removeEventListener('pointerover', onFirst);
      document.removeEventListener('focusin', onFirst);
      return showAgo();
    },
    // The date itself is there.
    () => undefined,
  );
}
