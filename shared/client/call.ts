import ky, { isTimeoutError } from 'ky';
import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf, base } from './address.ts';
import { ApiError } from './api-error.ts';
import { authorisedFetch, bufferedFetch } from './authorised-fetch.ts';
import { readAnswer, toUnreachable } from './read-answer.ts';
import { withStepUp } from './step-up.ts';

const CALL_TIMEOUT_MS = 30_000;

const plainClient = ky.create({
  baseUrl: base,
  timeout: CALL_TIMEOUT_MS,
  totalTimeout: CALL_TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  headers: { accept: 'application/json' },
  fetch: (input, init) => bufferedFetch(toRequest(input, init)),
});
const authorisedClient = plainClient.extend({
  fetch: (input, init) => authorisedFetch(toRequest(input, init)),
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
export function call<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  options: CallOptions<Query, Body> = {},
): Promise<Answer> {
  return withStepUp(() => callOnce(endpoint, options));
}

async function callOnce<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  options: CallOptions<Query, Body>,
): Promise<Answer> {
  const client = endpoint.path.startsWith('/auth/') ? plainClient : authorisedClient;
  const answer = await send(
    () =>
      client(addressOf(endpoint.path, options.parameters ?? {}, options.query ?? {}), {
        method: endpoint.method,
        ...(options.body === undefined ? {} : { json: options.body }),
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    options.signal,
  );
  return readAnswer(endpoint, answer);
}

async function send(request: () => Promise<Response>, signal: AbortSignal | undefined) {
  try {
    const response = await request();
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof ApiError) throw cause;
    if (isTimeoutError(cause)) {
      throw new ApiError('timeout', 'The server didn’t answer within 30 seconds. Please try again.', {
        cause,
      });
    }
    throw toUnreachable(cause);
  }
}
