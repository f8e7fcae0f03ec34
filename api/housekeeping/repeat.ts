const STOP_TIMEOUT_MS = 5_000;

/** Runs now, then `intervalMs` after each end. `stop` waits up to 5 s for the running task. */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = run();

  async function run(): Promise<void> {
    await task().catch(onError);
    if (!isStopped) timer = setTimeout(start, intervalMs);
  }

  function start(): void {
    running = run();
  }

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
    },
  };
}
