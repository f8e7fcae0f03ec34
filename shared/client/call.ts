import ky, { isTimeoutError } from 'ky';
import * as v from 'valibot';
import { refreshToken } from '#contract/authentication.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isFailure, messageIn } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { authorisedFetch, bufferedFetch } from './authorised-fetch.ts';

const CALL_TIMEOUT_MS = 30_000;

const base = new URL(`${import.meta.env.PUBLIC_API_URL.replace(/\/+$/, '')}/`, location.origin).href;

const plainClient = ky.create({
  baseUrl: base,
  timeout: CALL_TIMEOUT_MS,
  totalTimeout: CALL_TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  headers: { accept: 'application/json' },
  fetch: (input, init) => bufferedFetch(toRequest(input, init)),
});
const fetchWithRefresh = authorisedFetch(addressOf(refreshToken.path).href);
const authorisedClient = plainClient.extend({
  fetch: (input, init) => fetchWithRefresh(toRequest(input, init)),
});

function toRequest(input: RequestInfo | URL, init?: RequestInit): Request {
  return new Request(input, init);
}

export type CallOptions<Query, Body> = {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: Body;
  readonly signal?: AbortSignal;
};

/** Calls an endpoint and returns its reshaped body. Throws `ApiError`, or the reason of an aborted signal. */
export async function call<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  options: CallOptions<Query, Body> = {},
): Promise<Answer> {
  const client = endpoint.path.startsWith('/auth/') ? plainClient : authorisedClient;
  const { response, text } = await send(
    () =>
      client(addressOf(endpoint.path, options.parameters ?? {}, options.query ?? {}), {
        method: endpoint.method,
        ...(options.body === undefined ? {} : { json: options.body }),
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    options.signal,
  );
  const body = parseJson(text);
  if (!response.ok || isFailure(body)) throw toRefusal(response.status, body);
  // Every call needs a JSON body, also if it uses nothing of it.
  const answer = body === undefined ? null : v.safeParse(endpoint.answer, endpoint.reshape(body));
  if (answer?.success) return answer.output;
  throw new ApiError('format', 'Unexpected response format', { status: response.status, body });
}

function addressOf(
  path: string,
  parameters: Readonly<Record<string, string | number>> = {},
  query: object = {},
): URL {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const result = new URL(filled.slice(1), base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) result.searchParams.set(name, String(value));
  }
  return result;
}

async function send(request: () => Promise<Response>, signal: AbortSignal | undefined) {
  try {
    const response = await request();
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof ApiError) throw cause;
    if (isTimeoutError(cause)) {
      throw new ApiError('timeout', 'The server did not answer within 30 seconds. Please try again.', {
        cause,
      });
    }
    throw new ApiError('unreachable', 'The server cannot be reached. Check your connection and try again.', {
      cause,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // HTML of a proxy, or an empty answer: the status decides.
    return undefined;
  }
}

function toRefusal(status: number, body: unknown): ApiError {
  const message = messageIn(body);
  const fallback =
    status >= 500 ? 'The server had a problem. Please try again.' : 'The server refused the request.';
  return new ApiError('refused', message ?? fallback, { isFromServer: message !== null, status, body });
}
