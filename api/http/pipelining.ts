import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are worked on at a time. */
const MOST = 16;

type Line = { inFlight: number; waiting: { request: IncomingMessage; response: ServerResponse }[] };

/**
 * `work`, called for at most 16 requests of a connection at a time. A request counts until its answer has left, so that
 * a client that pipelines and does not read gets no more answers made for it. The others wait, and meanwhile nothing
 * more is read from the connection. Node alone parses all that one chunk holds, which may be a thousand requests.
 */
export function inTurn(work: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { inFlight: 0, waiting: [] };
    lines.set(socket, line);
    // Node resumes after each request that it has parsed.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  }

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
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
    const line = lineOf(request.socket);
    if (line.inFlight < MOST) return begin(line, request, response);
    line.waiting.push({ request, response });
    request.socket.pause();
  };
}
