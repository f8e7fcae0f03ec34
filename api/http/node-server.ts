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
import { heldUntilRead } from './lingering-close.ts';
import { inTurn } from './pipelining.ts';
import { newRequestId } from './request-id.ts';
import { defaultHeaders } from './security-headers.ts';

export type Answering = (request: Request, env: object) => Response | Promise<Response>;

/** Milliseconds that a refused client has to stop sending. */
const LINGERING = 1_000;
/** Milliseconds in which a connection with a request in flight must move: more than the slowest answer takes. */
const STALL = 60_000;

type Refusal = { status: number; headers: Record<string, string>; body: string };

/**
 * Node's server around `fetch`. What never reaches `fetch`, because it is no request that anybody could answer, is
 * refused as the application would: as JSON, with a name and every security header.
 */
export function createHttpServer(
  fetch: Answering,
  hostname: string,
  { stall = STALL, ...options }: ServerOptions & { stall?: number } = {},
): Server {
  const answering = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await fetch(request, env);
    const { incoming } = env;
    return incoming instanceof IncomingMessage ? heldUntilRead(request, incoming, response) : response;
  };
  const settings = { hostname, overrideGlobalObjects: false, errorHandler: explain };
  const answer = inTurn(getRequestListener(answering, settings));
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  // Node's own check answers without a body and without headers.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    latest.set(request.socket, response);
    if (hasItsHost(request)) return answer(request, response);
    return send(response, refusal(400, 'The request must name its host, once.'));
  });
  // A client that reads no answer makes no progress either.
  server.setTimeout(stall);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    send(response, refusal(417, 'What the request expects cannot be promised.')),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Nobody else listens any more.
    socket.on('error', () => undefined);
    hangUp(socket, refusal(405, 'This server is no proxy.', { allow: 'GET, HEAD, POST, PUT, OPTIONS' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What else arrives of a request that was refused is an error again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = latest.get(socket);
    // A second answer would be read as part of the first, or as the answer to whatever comes next.
    const isAnswered = last?.headersSent && !(last.writableEnded && last.req.complete);
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else hangUp(socket, unreadable(error.code));
  });
  return server;
}

function hasItsHost(request: IncomingMessage): boolean {
  const count = request.headersDistinct.host?.length ?? 0;
  return count === 1 || (count === 0 && request.httpVersion === '1.0');
}

function unreadable(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, "The request's address or headers are too large.");
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refusal(413, 'The request is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long to arrive.');
  return refusal(400, 'The request is not valid HTTP.');
}

/** For what is thrown before or beside the application, which answers its own failures. */
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

/** Answers on a connection that has no response object, and ends it. */
function hangUp(socket: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // Whoever is cut off while still sending may lose the answer with the connection.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGERING).unref();
}
