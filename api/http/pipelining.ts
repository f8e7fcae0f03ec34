import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests of one connection that are handled at a time. */
const CONCURRENT_REQUESTS = 16;

type Connection = { inFlight: number; waiting: { request: IncomingMessage; response: ServerResponse }[] };

/**
 * Calls `work` for at most 16 requests of a connection at a time. A request counts until its answer has left, so that a
 * client that pipelines and does not read gets no more answers. The others wait, and nothing more is read from the
 * connection meanwhile. Node alone parses everything that one chunk holds, which may be a thousand requests.
 */
export function limitPipelining(work: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const line: Connection = { inFlight: 0, waiting: [] };
    connections.set(socket, line);
    // Node resumes after each request that it has parsed.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  }

  function begin(line: Connection, request: IncomingMessage, response: ServerResponse): void {
    line.inFlight += 1;
    response.once('close', () => {
      line.inFlight -= 1;
      const next = line.waiting.shift();
      if (!next || request.socket.destroyed) return;
      if (line.waiting.length === 0) request.socket.resume();
      begin(line, next.request, next.response);
    });
    work(request, response);
  }

  return (request, response) => {
    const line = connectionOf(request.socket);
    if (line.inFlight < CONCURRENT_REQUESTS) return begin(line, request, response);
    line.waiting.push({ request, response });
    request.socket.pause();
  };
}
