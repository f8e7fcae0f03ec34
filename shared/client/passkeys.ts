import { startAuthentication } from '@simplewebauthn/browser';
import type { PasskeyRequest } from '#contract/authentication.ts';
import type { Assertion } from '#contract/second-factor.ts';

/** Asks the browser for a passkey that the server knows. Throws an error that says what a person can do. */
export async function readPasskey(options: PasskeyRequest): Promise<Assertion> {
  try {
    return await startAuthentication({ optionsJSON: options });
  } catch (cause) {
    throw toReadableError(cause, 'Your browser couldn’t use a passkey here. Try another way.');
  }
}

/** Browsers tell neither a cancellation nor a timeout apart: https://www.w3.org/TR/webauthn-3/#sctn-assertion-privacy */
function toReadableError(cause: unknown, otherwise: string): Error {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error('No passkey was used. Try again when you’re ready.', { cause });
  return new Error(otherwise, { cause });
}
