/**
 * Runs `task` now, and again `intervalMs` milliseconds after each run has ended, until it is stopped. `onError` gets
 * what a run throws.
 */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    await task().catch(onError);
    if (!stopped) timer = setTimeout(run, intervalMs);
  }
  void run();

  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
