import { APIError, APIException, VerificationException } from '@apple/app-store-server-library';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type StoreAnswer, StoreFault } from '../store.ts';
import { describeVerification, isRetryable } from './verifier.ts';

type Fault = Exclude<StoreAnswer, { kind: 'purchase' }>;

/** An answer without a purchase. The message continues "App Store couldn’t be checked: …". */
export class AppleFault extends StoreFault {
  override name = 'AppleFault';
  readonly answer: Fault;
  /** The status of Apple's answer; null without one. */
  readonly status: number | null;

  constructor(answer: Fault, status: number | null = null) {
    super(answer.kind === 'not_now' ? answer.because : answer.raw);
    this.answer = answer;
    this.status = status;
  }
}

export function notNow(because: string, until: Date | null = null): AppleFault {
  return new AppleFault({ kind: 'not_now', because, until });
}

/** Whether the certificates were revoked is not known now. */
export function uncheckable(): AppleFault {
  return notNow('its certificates couldn’t be checked');
}

/** The answer has another shape than Apple documents. */
export function unreadable(): AppleFault {
  return notNow('its answer couldn’t be read');
}

/** Each of these has a second code, which means "try again". */
const notFound: readonly unknown[] = [
  APIError.ACCOUNT_NOT_FOUND,
  APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND,
  APIError.TRANSACTION_ID_NOT_FOUND,
  // A test notification fails like this: App Store Connect has no address of ours.
  APIError.SERVER_NOTIFICATION_URL_NOT_FOUND,
];

/** Whatever else the library throws while it reads an answer is a fault of the answer. Throws AppleFault. */
export async function callApple<Answer>(
  call: Promise<unknown>,
  schema: v.GenericSchema<unknown, Answer>,
): Promise<Answer> {
  try {
    return v.parse(schema, await call);
  } catch (error) {
    if (error instanceof AppleFault) throw error;
    throw error instanceof APIException ? toRefusal(error) : unreadable();
  }
}

/** What a call threw, as an answer; a signature that is not valid is logged. Throws other errors. */
export function toAnswer({ log }: { log: Logger | undefined }, error: unknown): Fault {
  const fault = toFault(error);
  if (!(fault instanceof AppleFault)) throw error;
  if (error instanceof VerificationException && !isRetryable(error)) {
    const failure = describeVerification(error);
    log?.error({ platform: 'ios', failure }, 'the App Store answered with an invalid signature');
  }
  return fault.answer;
}

/** What a look into an answer threw, as a fault. Other errors stay as they are. */
function toFault(error: unknown): unknown {
  if (error instanceof VerificationException) {
    return isRetryable(error)
      ? uncheckable()
      : notNow(`its signature isn’t valid (${describeVerification(error)})`);
  }
  return v.isValiError(error) ? unreadable() : error;
}

/** Apple's codes of 404 that mean "try again". */
const tryAgain: readonly unknown[] = [
  APIError.ACCOUNT_NOT_FOUND_RETRYABLE,
  APIError.APP_NOT_FOUND_RETRYABLE,
  APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND_RETRYABLE,
];

export function isTryAgain({ httpStatusCode, apiError }: APIException): boolean {
  return httpStatusCode === 408 || tryAgain.includes(apiError);
}

function codeOf({ apiError }: APIException): string {
  return apiError === null ? '' : `${apiError} ${APIError[apiError] ?? ''}`.trim();
}

/** Continues "App Store …". */
export function describeRefusal(error: APIException): string {
  const code = codeOf(error);
  return `it answered ${error.httpStatusCode}${code ? ` (${code})` : ''}`;
}

function toRefusal(error: APIException): AppleFault {
  if (error.httpStatusCode === 404 && notFound.includes(error.apiError)) {
    return new AppleFault({ kind: 'never_known', raw: codeOf(error) });
  }
  const { httpStatusCode } = error;
  const isFinal = httpStatusCode >= 400 && !isTryAgain(error);
  return new AppleFault(
    { kind: 'not_now', because: describeRefusal(error), until: null },
    isFinal ? httpStatusCode : null,
  );
}
