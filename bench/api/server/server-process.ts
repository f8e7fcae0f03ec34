import pino from 'pino';
import { createApp } from '#api/app.ts';
import { listen } from '#api/http/server/listen.ts';
import { openDatabases } from '#api/startup/databases.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { APP_BACKEND_KEY } from '../calls/app-backend.ts';
import { QueryRecorder } from './floor.ts';
import type { FromServer, ToServer } from './server.ts';

/**
 * A process of its own, as in production: the load of the measurement takes no time from the server. It has no workers,
 * so that nothing else runs. Answers the messages of `server.ts`.
 */

const recorder = new QueryRecorder();
const send = (message: FromServer) => void process.send?.(message);

process.on('message', (message: ToServer) => {
  if (message.kind === 'serve') void serve(message.url);
  else if (message.kind === 'record') recorder.isRecording = message.isRecording;
  else send({ kind: 'queries', queries: recorder.take() });
});
process.on('disconnect', () => process.exit());

async function serve(url: string): Promise<void> {
  const clock = () => new Date();
  const log = pino({ level: 'silent' });
  const databases = openDatabases({
    url,
    log,
    onQuery: recorder.add,
  });
  const { fetch } = createApp({
    ...databases,
    log,
    clock,
    stores: openSandbox({ db: databases.db, clock }),
    mails: { wake: () => undefined },
    imports: { wake: () => undefined },
    bulkChanges: { wake: () => undefined },
    bulkRetries: { wake: () => undefined },
    purchases: { wake: () => undefined },
    appBackendKey: APP_BACKEND_KEY,
    reminders: true,
    environment: {
      allowedOrigins: [],
      publicApiUrl: '/api/v1',
      trustedProxies: ['127.0.0.1'],
    },
    site: new Map(),
  });
  const { port } = await listen(fetch, '127.0.0.1', 0);
  send({ kind: 'listening', port });
}
