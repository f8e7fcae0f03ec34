type Release = () => void;

/**
 * Marks a draft as open, so that no other tab offers it. The browser ends the mark with the page. Null if a tab has it.
 * Without Web Locks, which need HTTPS, every tab gets it.
 */
export async function lockDraft(key: string): Promise<Release | null> {
  const locks: LockManager | undefined = navigator.locks;
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>();
  if (!locks) return release;
  return new Promise((resolve) => {
    locks
      .request(`recipe-draft/${key}`, { ifAvailable: true }, (lock) => {
        resolve(lock ? release : null);
        return lock ? untilReleased : undefined;
      })
      .catch(() => resolve(release));
  });
}
