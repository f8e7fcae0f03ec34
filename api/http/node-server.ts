import {
  createServer,
  IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { lingerUntilRead } from './lingering-close.ts';
import { limitPipelining } from './pipelining.ts';
import { newRequestId } from './request-id.ts';
import { defaultHeaders } from './security-headers.ts';

export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

/** Milliseconds until the socket of a refused client is destroyed. */
const LINGER_MS = 1_000;
/**
 * Milliseconds without data after which a connection with a request in flight is closed: more than the slowest answer
 * takes.
 */
const SOCKET_TIMEOUT_MS = 60_000;

type Refusal = { status: number; headers: Record<string, string>; body: string };

/**
 * The HTTP server of Node around `fetch`. A request that never reaches `fetch`, because it is not valid, is refused
 * like every other one: as JSON, with an id and every security header.
 */
export function createHttpServer(
  fetch: FetchHandler,
  hostname: string,
  { socketTimeoutMs = SOCKET_TIMEOUT_MS, ...options }: ServerOptions & { socketTimeoutMs?: number } = {},
): Server {
  const handle = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await fetch(request, env);
    const { incoming } = env;
    return incoming instanceof IncomingMessage ? lingerUntilRead(incoming, response) : response;
  };
  const settings = { hostname, errorHandler: explain };
  const answer = limitPipelining(getRequestListener(handle, settings));
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  // The check of Node answers without a body and without headers.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    latest.set(request.socket, response);
    if (hasItsHost(request)) return answer(request, response);
    return send(response, refusal(400, 'The request must name its host, once.'));
  });
  // Also closes the connection of a client that does not read its answer.
  server.setTimeout(socketTimeoutMs);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    send(response, refusal(417, 'What the request expects cannot be promised.')),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node removes its own listener.
    socket.on('error', () => undefined);
    refuseSocket(
      socket,
      refusal(405, 'This server is no proxy.', { allow: 'GET, HEAD, POST, PUT, OPTIONS' }),
    );
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The rest of a refused request raises the same error again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = latest.get(socket);
    // A second answer would be read as part of the first, or as the answer to the next request.
    const isAnswered = last?.headersSent && !(last.writableEnded && last.req.complete);
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseSocket(socket, parseErrorRefusal(error.code));
  });
  return server;
}

function hasItsHost(request: IncomingMessage): boolean {
  const count = request.headersDistinct.host?.length ?? 0;
  return count === 1 || (count === 0 && request.httpVersion === '1.0');
}

function parseErrorRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, "The request's address or headers are too large.");
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refusal(413, 'The request is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long to arrive.');
  return refusal(400, 'The request is not valid HTTP.');
}

/** The answer to an error outside the application, which handles its own errors. */
function explain(error: unknown): Response {
  const { status, headers, body } =
    error instanceof RequestError
      ? refusal(400, "The request's address or host is not valid.")
      : refusal(500, 'Something went wrong on our side. Please try again.');
  return new Response(body, { status, headers });
}

function refusal(status: number, message: string, more: Record<string, string> = {}): Refusal {
  const body = JSON.stringify({ status, message });
  const headers = {
    ...defaultHeaders,
    ...more,
    'x-request-id': newRequestId(),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, headers, body };
}

function send(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, headers).end(body);
}

/** Writes the refusal to a socket without a response object, and closes it. */
function refuseSocket(socket: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // A client that is cut off while it sends may lose the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
