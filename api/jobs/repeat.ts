/** Does `work` now, and again `pause` milliseconds after each time it ended, until it is stopped. */
export function every(
  pause: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    await work().catch(failed);
    if (!stopped) timer = setTimeout(run, pause);
  }
  void run();

  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
