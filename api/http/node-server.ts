import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { createRequestId } from './request-id.ts';
import { defaultHeaders } from './security-headers.ts';

export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

const REFUSED_SOCKET_LINGER_MS = 1_000;
/** It is longer than the slowest answer. It also ends connections of clients that read nothing. */
const SOCKET_TIMEOUT_MS = 60_000;
/** An upload on a slow connection. Every body has a limit of its own for size and for silence. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const HEADERS_TIMEOUT_MS = 60_000;
/**
 * Visitors keep theirs for a while without a request. What a connection can hold in memory is bounded, so this is too.
 */
const MAX_CONNECTIONS = 3_000;
/** Longer than proxies keep theirs (nginx: 60 s). A connection must not end while the proxy sends its next request. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

type Options = ServerOptions & { socketTimeoutMs?: number; maxConnections?: number };
type Refusal = { status: number; headers: Record<string, string>; body: string };

/** Refuses invalid requests, which never reach `fetch`, with JSON, a request id and security headers. */
export function createHttpServer(
  fetch: FetchHandler,
  hostname: string,
  { socketTimeoutMs = SOCKET_TIMEOUT_MS, maxConnections = MAX_CONNECTIONS, ...options }: Options = {},
): Server {
  const handle = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await fetch(request, env);
    const { incoming } = env;
    return incoming instanceof IncomingMessage ? lingerUntilBodyRead(incoming, response) : response;
  };
  const settings = { hostname, errorHandler: answerServerError };
  const listener = limitPipelining(getRequestListener(handle, settings));
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const refusedSockets = new WeakSet<Duplex>();

  // Node would answer without body and headers.
  const timeouts = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer({ ...timeouts, ...options, requireHostHeader: false }, (request, response) => {
    lastResponses.set(request.socket, response);
    if (hasOneHost(request)) return listener(request, response);
    return sendRefusal(response, createRefusal(400, 'The request must name its host exactly once.'));
  });
  server.maxConnections = maxConnections;
  server.setTimeout(socketTimeoutMs);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    sendRefusal(response, createRefusal(417, 'The server can’t meet what the request expects.')),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node has removed its own error listener.
    socket.on('error', () => undefined);
    refuseSocket(
      socket,
      createRefusal(405, 'This server isn’t a proxy.', { allow: 'GET, HEAD, POST, PUT, OPTIONS' }),
    );
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The rest of a refused request raises the same error again.
    if (refusedSockets.has(socket)) return;
    refusedSockets.add(socket);
    const last = lastResponses.get(socket);
    // A second answer would be read as part of the first or of the next one.
    const isAnswered = last?.headersSent && !(last.writableEnded && last.req.complete);
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseSocket(socket, createParseErrorRefusal(error.code));
  });
  return server;
}

function hasOneHost(request: IncomingMessage): boolean {
  const count = request.headersDistinct.host?.length ?? 0;
  return count === 1 || (count === 0 && request.httpVersion === '1.0');
}

function createParseErrorRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return createRefusal(431, 'The request’s address or headers are too large.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return createRefusal(413, 'The request is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return createRefusal(408, 'The request took too long to arrive.');
  return createRefusal(400, 'The request isn’t valid HTTP.');
}

function answerServerError(error: unknown): Response {
  const { status, headers, body } =
    error instanceof RequestError
      ? createRefusal(400, 'The request’s address or host isn’t valid.')
      : createRefusal(500, 'Something went wrong on our end. Please try again.');
  return new Response(body, { status, headers });
}

function createRefusal(status: number, message: string, extraHeaders: Record<string, string> = {}): Refusal {
  const body = JSON.stringify({ status, message });
  const headers = {
    ...defaultHeaders,
    ...extraHeaders,
    'x-request-id': createRequestId(),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, headers, body };
}

function sendRefusal(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, headers).end(body);
}

function refuseSocket(socket: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // Reads the rest, because a reset could destroy the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSED_SOCKET_LINGER_MS).unref();
}

const MAX_DRAIN_MS = 5_000;
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/** A lingering close: the rest of the request is read, because a reset could destroy the answer that was sent. */
async function lingerUntilBodyRead(incoming: IncomingMessage, response: Response): Promise<Response> {
  // A client that was too slow (408) gets no more time.
  if (incoming.complete || !response.body || response.status === 408) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  headers.set('connection', 'close');
  const delayed = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(body);
      await drain(incoming);
      controller.close();
    },
  });
  return new Response(delayed, { status: response.status, headers });
}

async function drain(incoming: IncomingMessage): Promise<void> {
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_DRAIN_MS);
  let bytes = 0;
  // The stream of the request's body has no reader now and would keep the chunks in memory.
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_DRAIN_BYTES) resolve();
  });
  incoming.on('end', resolve).on('close', resolve).resume();
  await drained;
  clearTimeout(timer);
}

type PendingRequest = { request: IncomingMessage; response: ServerResponse };
type Connection = { isBusy: boolean; waiting: PendingRequest[] };

/**
 * One request of a connection at a time, until its answer was sent: answers are in this order anyway, and a client that
 * reads nothing gets no more of them. Each request begins in a turn of its own, so that no connection keeps others waiting.
 */
function limitPipelining(listener: RequestListener): RequestListener {
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

  function start(connection: Connection, { request, response }: PendingRequest): void {
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
