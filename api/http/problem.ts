import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Reason } from '#contract/envelope.ts';

/** Ends the request with this status and message as JSON. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ContentfulStatusCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The same with a reason, by which the client acts. */
export class ReasonedProblem extends Problem {
  readonly reason: Reason;

  constructor(status: ContentfulStatusCode, message: string, reason: Reason) {
    super(status, message);
    this.reason = reason;
  }
}

/** A part of the server has too much to do. The request may succeed a moment later: 503. */
export class BusyError extends Error {
  override name = 'BusyError';
}
