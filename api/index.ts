import { EnvironmentError, readEnvironment } from './config/environment.ts';
import { createLog } from './config/log.ts';
import { StartError } from './config/start-error.ts';
import { startServer } from './startup/server.ts';

/** Ctrl-C sends the signal twice: from the terminal and from npm. */
const REPEATED_SIGNAL_MS = 1_000;

const log = createLog();
const stopping = new AbortController();
const abortDrain = new AbortController();
let exitCode = 0;
let stoppedAt = 0;

function stop(code: number): void {
  exitCode ||= code;
  if (!stopping.signal.aborted) stoppedAt = Date.now();
  else if (Date.now() - stoppedAt > REPEATED_SIGNAL_MS) abortDrain.abort();
  stopping.abort();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
// Standard output may be closed, as after `npm start | head`; the server continues.
process.stdout.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'An unexpected error; stopping.');
  stop(1);
});

try {
  const environment = readEnvironment(process.env);
  await using _server = await startServer({
    environment,
    log,
    write: (text) => process.stdout.write(text),
    stopping: stopping.signal,
    abortDrain: abortDrain.signal,
    onLost: (error) => {
      log.fatal({ err: error }, 'The database is lost; stopping.');
      stop(1);
    },
  });
  if (!stopping.signal.aborted) {
    await new Promise((done) => stopping.signal.addEventListener('abort', done, { once: true }));
  }
  process.stdout.write('  Stopping when every request in flight is answered; Ctrl-C again stops now.\n');
} catch (error) {
  if (!stopping.signal.aborted) {
    exitCode = 1;
    if (error instanceof EnvironmentError || error instanceof StartError)
      process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'The server couldn’t start.');
  } else if (error !== stopping.signal.reason && !(error instanceof StartError)) {
    // A signal to the process group also ends a child that is starting. The operator asked for the stop, so this is no
    // failure.
    exitCode = 1;
    log.error({ err: error }, 'The server didn’t stop cleanly.');
  }
}
process.exit(exitCode);
