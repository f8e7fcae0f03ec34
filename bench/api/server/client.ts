import { Agent, request } from 'node:http';

export type Answer = { status: number; body: Buffer };

type HttpRequest = { method: string; path: string; token: string | null; body?: object | Buffer | undefined };

class ClosedConnectionError extends Error {}

export type Client = {
  send: (request: HttpRequest) => Promise<Answer>;
  /** The next call opens a new connection: the server may be about to close one that was idle. */
  disconnect: () => void;
};

/** Calls the API on `port`, over at most `connections` that stay open. */
export function createClient(port: number, connections: number): Client {
  const connect = () => new Agent({ keepAlive: true, maxSockets: connections });
  let agent = connect();
  let calls = 0;

  const send = async (call: HttpRequest): Promise<Answer> => {
    calls += 1;
    // Each call from another client, so that no rate limit applies.
    const client = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    try {
      return await sendOnce(call, client);
    } catch (error) {
      // The server has just closed this connection, because it was idle. It has not read the call.
      if (error instanceof ClosedConnectionError) return sendOnce(call, client);
      throw error;
    }
  };

  const sendOnce = ({ method, path, token, body }: HttpRequest, client: string): Promise<Answer> => {
    const bytes = body && !Buffer.isBuffer(body) ? Buffer.from(JSON.stringify(body)) : body;
    const headers = {
      'x-forwarded-for': client,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(bytes ? { 'content-type': typeOf(body), 'content-length': bytes.length } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ agent, host: '127.0.0.1', port, method, path: `/api/v1${path}`, headers });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        const isClosed = sent.reusedSocket && error.code === 'ECONNRESET';
        reject(isClosed ? new ClosedConnectionError() : error);
      });
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
        );
      });
      sent.end(bytes);
    });
  };
  const disconnect = () => {
    agent.destroy();
    agent = connect();
  };
  return { send, disconnect };
}

function typeOf(body: object | undefined): string {
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
}
