import { once } from 'node:events';
import { connect } from 'node:net';
import type { PostgresCursor, PostgresQueryResult } from 'kysely';
import pg from 'pg';

const CANCEL_REQUEST_CODE = 80_877_102;
const REQUEST_BYTES = 16;

/** What the server gave a connection for cancelling its query. The driver has them, but not in its types. */
type BackendKey = { processID: number; secretKey: number };

/**
 * The client with which Kysely cancels a query. Kysely sends `pg_cancel_backend` with the process id of the connection.
 * A pooler invents that id, so this one sends PostgreSQL's cancel request instead, which poolers pass on. It has no
 * encryption: with TLS the driver's own client stays, which cancels nothing behind a pooler.
 */
export function createCancelClient(pool: pg.Pool) {
  const keys = new Map<number, number>();
  pool.on('connect', (client) => {
    if (isBackendKey(client)) keys.set(client.processID, client.secretKey);
  });
  pool.on('remove', (client) => {
    if (isBackendKey(client)) keys.delete(client.processID);
  });
  const { host, port, ssl } = new pg.Client(pool.options);
  if (ssl) return pg.Client;

  return class CancelClient {
    async connect() {
      return this;
    }

    query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
    query(statement: unknown): unknown {
      return this.cancel(String(statement));
    }

    async cancel(statement: string): Promise<PostgresQueryResult<never>> {
      // Invented ones are negative every second time.
      const processID = Number(statement.match(/^select pg_cancel_backend\((-?\d+)\)$/)?.[1]);
      const secretKey = keys.get(processID);
      if (secretKey !== undefined) await sendCancelRequest({ host, port }, { processID, secretKey });
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }

    end() {}
  };
}

function isBackendKey(client: object): client is BackendKey {
  return (
    'processID' in client &&
    typeof client.processID === 'number' &&
    'secretKey' in client &&
    typeof client.secretKey === 'number'
  );
}

/** PostgreSQL closes the connection without an answer. */
async function sendCancelRequest(
  { host, port }: { host: string; port: number },
  { processID, secretKey }: BackendKey,
): Promise<void> {
  const request = Buffer.alloc(REQUEST_BYTES);
  request.writeInt32BE(REQUEST_BYTES, 0);
  request.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  // Open until the other side closes it: PgBouncer forgets the request of a client that has gone.
  socket.resume().write(request);
  await once(socket, 'close');
}
