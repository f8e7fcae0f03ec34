import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../config/start-error.ts';
import { createHttpServer, type FetchHandler } from './node-server.ts';

export type Listener = {
  /** The port: the requested one, or a free one where 0 was requested. */
  port: number;
  /** Accepts nothing more and waits until every request in flight is answered, or `signal` aborts. */
  drain: (signal: AbortSignal) => Promise<void>;
  /** Accepts nothing more, waits `milliseconds` for answers in flight, then closes every connection. */
  cut: (milliseconds: number) => Promise<void>;
};

/** Serves `fetch` on `host` and `port`. Throws StartError where that is not possible. */
export async function listen(fetch: FetchHandler, host: string, port: number): Promise<Listener> {
  const server = createHttpServer(fetch, host);
  const connections = trackConnections(server);
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(explain(error, host, port)));
    server.listen(port, host, done);
  });
  const closed = new Promise<void>((done) => server.once('close', done));

  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');

  return {
    port: address.port,
    drain: async (signal) => {
      server.close();
      connections.finish();
      await Promise.race([closed, aborted(signal)]);
    },
    cut: async (milliseconds) => {
      server.close();
      await Promise.race([closed, pause(milliseconds, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

/**
 * Tracks the requests in flight of each connection. close() of Node leaves a connection open that sent half a request,
 * and keeps one alive whose request is in flight, so that the stop waits for it.
 */
function trackConnections(server: Server): { finish: () => void } {
  const inFlight = new Map<Socket, Set<ServerResponse>>();
  let finishing = false;
  server.on('connection', (socket) => {
    inFlight.set(socket, new Set());
    socket.once('close', () => inFlight.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const responses = inFlight.get(request.socket);
    responses?.add(response);
    response.shouldKeepAlive &&= !finishing;
    response.once('close', () => {
      responses?.delete(response);
      if (finishing && responses?.size === 0) request.socket.destroySoon();
    });
  });
  return {
    finish: () => {
      finishing = true;
      for (const [socket, responses] of inFlight) {
        if (responses.size === 0) socket.destroy();
        for (const response of responses) response.shouldKeepAlive = false;
      }
    },
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} of ${host} is in use by another program. Choose another one with PORT.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} may not be used without special rights. Choose one above 1023 with PORT.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new StartError(`${host} is no address of this machine. Choose another one with HOST.`);
  }
  return error;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
