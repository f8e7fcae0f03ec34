import type { Kysely } from 'kysely';
import pg from 'pg';
import { openSession } from '#api/auth/sessions.ts';
import { getErrorMessage } from '#api/config/start-error.ts';
import { openDatabase, POOL_SIZE } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';
import { addAdministrators } from './prepare/people.ts';
import { type Endpoint, getPath, type Request } from './request.ts';
import { readSamples, type Samples } from './samples.ts';
import { type Answer, createClient } from './server/client.ts';
import { type Server, startServer } from './server/server.ts';

/** One database with its own server. */
export type Side = {
  users: number;
  /** To prepare calls. */
  db: Kysely<Database>;
  /** As large as the one of the server, for the floor. */
  pool: pg.Pool;
  samples: Samples;
  server: Server;
  /** Throws for another status than 200, or than one of `statuses`. */
  send: (
    call: { endpoint: Endpoint; name: string },
    request: Request,
    statuses?: readonly number[],
  ) => Promise<Answer>;
  /** Before each call: with new connections, and a new access token because one lives 15 minutes. */
  reconnect: () => Promise<void>;
  stop: () => Promise<void>;
};

export const CONNECTIONS = 20;

/** Serves the filled database at `url`. */
export async function openSide(url: string): Promise<Side> {
  const db = openDatabase(url, () => undefined);
  const pool = openPool(url);
  const server = await startServer(url);
  const client = createClient(server.port, CONNECTIONS);
  const samples = await readSamples(db);
  const [administrator] = await addAdministrators(db, 1);
  let token = '';

  const reconnect = async () => {
    client.disconnect();
    const signIn = { userId: administrator?.id ?? 0, rememberMe: true };
    ({ token } = await openSession(db, signIn, new Date()));
  };
  const send: Side['send'] = async ({ endpoint, name }, request, statuses = [200]) => {
    const fail = (reason: string) => new Error(`${name} with ${samples.users} users ${reason}`);
    const { status, body } = await client
      .send({
        method: endpoint.method,
        path: getPath(endpoint.path, request),
        token: request.token ?? (endpoint.path.startsWith('/admin') ? token : null),
        body: request.body,
      })
      .catch((error: unknown) => {
        throw fail(`got no answer: ${getErrorMessage(error)}`);
      });
    if (statuses.includes(status)) return { status, body };
    throw fail(`answered ${status}: ${body.toString().slice(0, 200)}`);
  };
  return {
    users: samples.users,
    db,
    pool,
    samples,
    server,
    send,
    reconnect,
    stop: async () => {
      client.disconnect();
      await server.stop();
      await Promise.all([pool.end(), db.destroy()]);
    },
  };
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, idleTimeoutMillis: 0 });
  // A query that fails says so itself; an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}
