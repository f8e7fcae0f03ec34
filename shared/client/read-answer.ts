import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { isFailure, messageIn } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';

/** The reshaped body. Throws `ApiError`. */
export function readAnswer<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  { status, text }: { status: number; text: string },
): Answer {
  const body = parseJson(text);
  if (status < 200 || status > 299 || isFailure(body)) throw toRefusal(status, body);
  // Every call needs a JSON body, also if it uses nothing of it.
  const answer = body === undefined ? null : v.safeParse(endpoint.answer, endpoint.reshape(body));
  if (answer?.success) return answer.output;
  throw new ApiError('format', 'Unexpected response format', { status, body });
}

export function toUnreachable(cause: unknown): ApiError {
  return new ApiError('unreachable', 'The server can’t be reached. Check your connection and try again.', {
    cause,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // HTML of a proxy, or an empty answer: the status decides.
    return undefined;
  }
}

export function toRefusal(status: number, body: unknown): ApiError {
  const message = messageIn(body);
  const fallback =
    status >= 500 ? 'The server had a problem. Please try again.' : 'The server refused the request.';
  return new ApiError('refused', message ?? fallback, { isFromServer: message !== null, status, body });
}
