import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_CONCURRENT_REQUESTS = 16;

type Connection = { inFlight: number; waiting: { request: IncomingMessage; response: ServerResponse }[] };

/** A request counts until its answer was sent, so a client that reads nothing gets no more answers. The others wait. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { inFlight: 0, waiting: [] };
    connections.set(socket, connection);
    // Node resumes the socket after each parsed request, and one chunk may hold a thousand.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    return connection;
  }

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.inFlight += 1;
    response.once('close', () => {
      connection.inFlight -= 1;
      const next = connection.waiting.shift();
      if (!next || request.socket.destroyed) return;
      if (connection.waiting.length === 0) request.socket.resume();
      start(connection, next.request, next.response);
    });
    listener(request, response);
  }

  return (request, response) => {
    const connection = connectionOf(request.socket);
    if (connection.inFlight < MAX_CONCURRENT_REQUESTS) return start(connection, request, response);
    connection.waiting.push({ request, response });
    request.socket.pause();
  };
}
