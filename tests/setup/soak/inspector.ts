import { once } from 'node:events';

export type Measured = {
  /** What is still in use after a garbage collection, buffers included; in MB. */
  liveMb: number;
  /** What the system counts for the process, in MB. */
  rssMb: number;
  /** Sockets, timers, open files and running requests of Node. */
  resources: number;
};

const MB = 1024 * 1024;

const EXPRESSION = `JSON.stringify({
  rss: process.memoryUsage.rss(),
  resources: process.getActiveResourcesInfo().length,
})`;

/**
 * Measures a Node process that was started with `--inspect=127.0.0.1:0`, by its output. Speaks the Chrome DevTools
 * Protocol. Throws if the process has ended.
 */
export async function measure(output: string): Promise<Measured> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
  if (!address) throw new Error(`The process has no inspector:\n${output.slice(0, 500)}`);
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let id = 0;
  const ask = async (method: string, params = {}) => {
    id += 1;
    const asked = id;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(data);
      if (answer.id === asked) return answer.result;
    }
  };
  try {
    // A second collection takes what finalizers of the first one have freed.
    await ask('HeapProfiler.collectGarbage');
    await ask('HeapProfiler.collectGarbage');
    const heap: { usedSize: number; backingStorageSize: number } = await ask('Runtime.getHeapUsage');
    const { result } = await ask('Runtime.evaluate', { expression: EXPRESSION, returnByValue: true });
    const { rss, resources }: { rss: number; resources: number } = JSON.parse(result.value);
    return { liveMb: (heap.usedSize + heap.backingStorageSize) / MB, rssMb: rss / MB, resources };
  } finally {
    socket.close();
  }
}
