import { asObject, toText } from '#contract/schema/coerce.ts';

export type ApiErrorKind =
  | 'refused'
  /** The answer does not match the contract. */
  | 'format'
  | 'unreachable'
  | 'timeout'
  | 'session';

type Details = { isFromServer?: boolean; status?: number; body?: unknown; cause?: unknown };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** 0 without an answer. */
  readonly status: number;
  readonly body: unknown;
  readonly isFromServer: boolean;

  constructor(kind: ApiErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.body = details.body;
    this.isFromServer = details.isFromServer ?? false;
  }

  /** What a refusal says to programs, as `data.reason`; null if it says nothing. */
  get reason(): string | null {
    return toText(asObject(asObject(this.body).data).reason);
  }
}
