import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyRequest } from '#contract/authentication.ts';
import type { Assertion, PasskeyCreation, Registration } from '#contract/second-factor.ts';

/** Loaded only when a passkey is used or added. Each function throws an error that says what a person can do. */

/** Asks the browser for a passkey that the server knows. */
export async function readPasskey(options: PasskeyRequest): Promise<Assertion> {
  try {
    return await startAuthentication({ optionsJSON: options });
  } catch (cause) {
    throw toReadableError(cause, 'Your browser couldn’t use a passkey here. Try another way.');
  }
}

/** Asks the browser to make a new passkey. */
export async function createPasskey(options: PasskeyCreation): Promise<Registration> {
  try {
    const { response, ...created } = await startRegistration({ optionsJSON: options });
    return { ...created, response: { ...response, transports: response.transports ?? [] } };
  } catch (cause) {
    throw toReadableError(cause, 'Your browser couldn’t create a passkey here. Try another device.');
  }
}

/** Browsers tell neither a cancellation nor a timeout apart: https://www.w3.org/TR/webauthn-3/#sctn-assertion-privacy */
function toReadableError(cause: unknown, otherwise: string): Error {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error('No passkey was used. Try again when you’re ready.', { cause });
  if (name === 'InvalidStateError')
    return new Error('This device already has a passkey for your account.', { cause });
  return new Error(otherwise, { cause });
}
