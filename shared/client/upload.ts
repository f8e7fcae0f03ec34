import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from './address.ts';
import { ApiError } from './api-error.ts';
import { sendWithRefresh } from './authorised-fetch.ts';
import { readAnswer, toUnreachable } from './read-answer.ts';
import { withStepUp } from './step-up.ts';

const IDLE_TIMEOUT_MS = 30_000;
/** The server works on the file after its last byte. */
const ANSWER_TIMEOUT_MS = 60_000;

export type UploadOptions = {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly file: Blob;
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Sends a file as the body of an endpoint. Instead of the limit of a call it may take as long as it progresses. Throws
 * `ApiError` like `call`, or the reason of an aborted signal.
 */
export function upload<Query, Body, Answer>(
  endpoint: Endpoint<Query, Body, Answer>,
  { parameters = {}, signal = new AbortController().signal, ...sending }: UploadOptions,
): Promise<Answer> {
  const address = addressOf(endpoint.path, parameters).href;
  return withStepUp(async () => {
    const answer = await sendWithRefresh(
      (headers) => sendFile({ ...sending, method: endpoint.method, address, headers, signal }),
      signal,
    );
    return readAnswer(endpoint, answer);
  });
}

type Sending = Pick<UploadOptions, 'file' | 'onProgress'> & {
  method: string;
  address: string;
  headers: { authorization?: string };
  signal: AbortSignal;
};

/** XMLHttpRequest, because fetch reports no progress of an upload. */
async function sendFile({ method, address, headers, file, onProgress, signal }: Sending) {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const ended = new AbortController();
  let timer = 0;
  try {
    return await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const stop = (reason: unknown) => {
        reject(reason);
        request.abort();
      };
      const limitSilence = (milliseconds: number, message: string) => {
        clearTimeout(timer);
        timer = window.setTimeout(() => stop(new ApiError('timeout', message)), milliseconds);
      };
      const expectProgress = () =>
        limitSilence(IDLE_TIMEOUT_MS, 'The upload stopped. Check your connection and try again.');

      request.upload.addEventListener('progress', ({ loaded, total }) => {
        expectProgress();
        // The bytes of a body without a known length have no total.
        onProgress?.(loaded, total || file.size);
      });
      request.upload.addEventListener('load', () =>
        limitSilence(ANSWER_TIMEOUT_MS, 'The server didn’t answer within 60 seconds. Please try again.'),
      );
      request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
      request.addEventListener('error', () => reject(toUnreachable(undefined)));
      signal.addEventListener('abort', () => stop(signal.reason), { signal: ended.signal });
      request.open(method, address);
      request.setRequestHeader('accept', 'application/json');
      request.setRequestHeader('content-type', 'application/octet-stream');
      if (headers.authorization) request.setRequestHeader('authorization', headers.authorization);
      expectProgress();
      request.send(file);
    });
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
