export type ApiErrorKind =
  /** The server answered, and said no. */
  | 'refused'
  /** The server answered something that its call does not promise. */
  | 'format'
  /** No answer: no connection, or it broke. */
  | 'unreachable'
  /** No answer within 30 s. */
  | 'timeout'
  /** The session could not be refreshed; the tokens are gone. */
  | 'session';

type Details = { status?: number; body?: unknown; retryAfter?: number | null; cause?: unknown };

/** Why a call failed, in words for the person who reads them. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** The answer's JSON, where it had one. */
  readonly body: unknown;
  /** Whether the message is the server's own. */
  readonly fromServer: boolean;

  constructor(kind: ApiErrorKind, message: string, fromServer: boolean, details: Details = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.body = details.body;
    this.fromServer = fromServer;
  }
}
