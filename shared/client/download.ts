import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from './address.ts';
import { ApiError } from './api-error.ts';
import { sendWithRefresh } from './authorised-fetch.ts';
import { linkedController } from './linked-controller.ts';
import { toRefusal, toUnreachable } from './read-answer.ts';
import { withStepUp } from './step-up.ts';

const IDLE_TIMEOUT_MS = 30_000;

export type DownloadOptions<Query> = {
  readonly query: Query;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly onProgress?: (receivedBytes: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Receives a file, with the token in a header. Instead of the limit of a call it may take as long as it progresses. A
 * file that is cut short is an error. Throws `ApiError`, or the reason of an aborted signal.
 */
export function download<Query extends object | undefined, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  options: DownloadOptions<Query>,
): Promise<Blob> {
  return withStepUp(() => downloadOnce(endpoint, options));
}

async function downloadOnce<Query extends object | undefined, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  { query, parameters = {}, onProgress, signal = new AbortController().signal }: DownloadOptions<Query>,
): Promise<Blob> {
  const controller = linkedController(signal);
  const timer = new IdleTimer(() => controller.abort());
  try {
    const address = addressOf(endpoint.path, parameters, query ?? {});
    const response = await sendWithRefresh(
      (headers) => fetch(address, { headers, signal: controller.signal }),
      controller.signal,
    );
    if (!response.ok) throw toRefusal(response.status, await response.json().catch(() => null));
    const parts: BlobPart[] = [];
    let received = 0;
    for await (const part of readParts(response)) {
      timer.restart();
      parts.push(part);
      received += part.byteLength;
      onProgress?.(received);
    }
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (controller.signal.aborted) {
      throw new ApiError('timeout', 'The download has stopped. Check your connection and try again.', {
        cause,
      });
    }
    throw cause instanceof ApiError ? cause : toUnreachable(cause);
  } finally {
    timer.stop();
  }
}

/** Not `for await` over the body: some browsers cannot. */
async function* readParts(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

class IdleTimer {
  readonly #onIdle: () => void;
  #timer: ReturnType<typeof setTimeout>;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
    this.#timer = setTimeout(onIdle, IDLE_TIMEOUT_MS);
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(this.#onIdle, IDLE_TIMEOUT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
