import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Request = { request: IncomingMessage; response: ServerResponse };
type Connection = { isBusy: boolean; waiting: Request[] };

/**
 * One request of a connection at a time, until its answer was sent: answers are in this order anyway, and a client that
 * reads nothing gets no more of them. Each request begins in a turn of its own, so that no connection keeps others waiting.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { isBusy: false, waiting: [] };
    connections.set(socket, connection);
    // Node resumes the socket after each parsed request, and one chunk may hold a thousand.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    return connection;
  }

  function start(connection: Connection, { request, response }: Request): void {
    connection.isBusy = true;
    response.once('close', () => setImmediate(() => startNext(connection, request.socket)));
    listener(request, response);
  }

  function startNext(connection: Connection, socket: Socket): void {
    connection.isBusy = false;
    const next = connection.waiting.shift();
    if (!next || socket.destroyed) return;
    if (connection.waiting.length === 0) socket.resume();
    start(connection, next);
  }

  return (request, response) => {
    const connection = connectionOf(request.socket);
    if (!connection.isBusy) return start(connection, { request, response });
    connection.waiting.push({ request, response });
    request.socket.pause();
  };
}
