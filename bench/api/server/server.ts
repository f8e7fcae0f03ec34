import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RecordedQuery } from './floor.ts';

export type ToServer =
  | { kind: 'serve'; url: string }
  | { kind: 'record'; isRecording: boolean }
  | { kind: 'take' };
export type FromServer = { kind: 'listening'; port: number } | { kind: 'queries'; queries: RecordedQuery[] };

export type Server = {
  pid: number | undefined;
  port: number;
  /** The SQL of the calls from now on, or not. */
  record: (options: { isRecording: boolean }) => void;
  /** What was recorded since the last time. */
  takeQueries: () => Promise<RecordedQuery[]>;
  stop: () => Promise<void>;
};

/** The API on the database at `url`, in a process of its own. Throws if the process ends. */
export async function startServer(url: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./server-process.ts', import.meta.url)), [], {
    // Parameters are dates and bytes, which JSON would lose.
    serialization: 'advanced',
    execArgv: [],
  });
  send(child, { kind: 'serve', url });
  const started = await receive(child);
  if (started.kind !== 'listening') throw new Error('The server did not say where it listens.');
  return {
    pid: child.pid,
    port: started.port,
    record: ({ isRecording }) => send(child, { kind: 'record', isRecording }),
    takeQueries: async () => {
      send(child, { kind: 'take' });
      const taken = await receive(child);
      return taken.kind === 'queries' ? taken.queries : [];
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function send(child: ChildProcess, message: ToServer): void {
  if (!child.connected) throw createEndedError(child);
  child.send(message);
}

function createEndedError({ signalCode, exitCode }: ChildProcess): Error {
  return new Error(`The server has ended: ${signalCode ?? `code ${exitCode}`}.`);
}

async function receive(child: ChildProcess): Promise<FromServer> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as FromServer),
      once(child, 'exit', { signal }).then(() => {
        throw createEndedError(child);
      }),
    ]);
  } finally {
    ended.abort();
  }
}
