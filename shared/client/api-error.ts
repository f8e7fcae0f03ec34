export type ApiErrorKind =
  | 'refused'
  /** The answer does not match the contract. */
  | 'format'
  | 'unreachable'
  | 'timeout'
  | 'session';

type Details = { status?: number; body?: unknown; retryAfter?: number | null; cause?: unknown };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** 0 without an answer. */
  readonly status: number;
  readonly body: unknown;
  readonly fromServer: boolean;

  constructor(kind: ApiErrorKind, message: string, fromServer: boolean, details: Details = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.body = details.body;
    this.fromServer = fromServer;
  }
}
