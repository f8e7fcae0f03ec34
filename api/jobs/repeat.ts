/** Milliseconds that a running task has when it is stopped. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Runs `task` now, and again `intervalMs` milliseconds after each run has ended, until it is stopped. `onError` gets
 * what a run throws. `stop` waits for the running task, for a few seconds at most.
 */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = run();

  async function run(): Promise<void> {
    await task().catch(onError);
    if (!stopped) timer = setTimeout(start, intervalMs);
  }

  function start(): void {
    running = run();
  }

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
    },
  };
}
