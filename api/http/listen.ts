import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../config/start-error.ts';
import { createHttpServer, type FetchHandler } from './node-server.ts';

export type Listener = {
  /** The actual port, also if 0 was requested. */
  port: number;
  /** Stops accepting, and waits for the requests in flight or `signal`. */
  drain: (signal: AbortSignal) => Promise<void>;
  /** Stops accepting, waits `timeoutMs`, then closes every connection. */
  close: (timeoutMs: number) => Promise<void>;
};

type Address = {
  host: string;
  port: number;
  /** The environment variable that sets the port. */
  variable?: string;
};

/** Throws StartError if the address cannot be used. */
export async function listen(fetch: FetchHandler, address: Address): Promise<Listener> {
  const { host, port } = address;
  const server = createHttpServer(fetch, host);
  const connections = trackConnections(server);
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(explainListenError(error, address)));
    server.listen(port, host, done);
  });
  const closed = new Promise<void>((done) => server.once('close', done));

  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.');

  return {
    port: bound.port,
    drain: async (signal) => {
      server.close();
      connections.finish();
      await Promise.race([closed, waitForAbort(signal)]);
    },
    close: async (timeoutMs) => {
      server.close();
      await Promise.race([closed, pause(timeoutMs, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

/** server.close() alone keeps connections with half a request or keep-alive, and the stop would wait for them. */
function trackConnections(server: Server): { finish: () => void } {
  const inFlight = new Map<Socket, Set<ServerResponse>>();
  let isFinishing = false;
  server.on('connection', (socket) => {
    inFlight.set(socket, new Set());
    socket.once('close', () => inFlight.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const responses = inFlight.get(request.socket);
    responses?.add(response);
    response.shouldKeepAlive &&= !isFinishing;
    response.once('close', () => {
      responses?.delete(response);
      if (isFinishing && responses?.size === 0) request.socket.destroySoon();
    });
  });
  return {
    finish: () => {
      isFinishing = true;
      for (const [socket, responses] of inFlight) {
        if (responses.size === 0) socket.destroy();
        for (const response of responses) response.shouldKeepAlive = false;
      }
    },
  };
}

function explainListenError(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} of ${host} is in use by another program. Choose a different port with ${variable}.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} requires special permissions. Choose a port above 1023 with ${variable}.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new StartError(`${host} isn’t an address of this machine. Choose a different address with HOST.`);
  }
  return error;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
