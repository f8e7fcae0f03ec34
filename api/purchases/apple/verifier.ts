import { readdirSync, readFileSync } from 'node:fs';
import {
  Environment,
  SignedDataVerifier,
  type VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import type { AppleSettings } from '../../config/apple-settings.ts';

/** null: the sandbox is not accepted. */
export type Verifiers = { production: SignedDataVerifier; sandbox: SignedDataVerifier | null };

/** There are only these two: for `Xcode` and `LocalTesting` the library checks no signature. */
export function createVerifiers(
  { checksOnline, bundleId, appId, acceptsSandbox }: AppleSettings,
  rootCertificates: readonly Buffer[],
): Verifiers {
  const create = (environment: Environment) =>
    new SignedDataVerifier([...rootCertificates], checksOnline, environment, bundleId, appId);
  return {
    production: create(Environment.PRODUCTION),
    sandbox: acceptsSandbox ? create(Environment.SANDBOX) : null,
  };
}

const roots = new URL('roots/', import.meta.url);

/** Apple's root certificates, DER, from https://www.apple.com/certificateauthority/ . */
export function readRootCertificates(): Buffer[] {
  return readdirSync(roots)
    .filter((file) => file.endsWith('.cer'))
    .map((file) => readFileSync(new URL(file, roots)));
}

/** The exception has no message, and its cause may quote the token. */
export function describeVerification({ status }: VerificationException): string {
  return VerificationStatus[status] ?? String(status);
}

/** The certificates could not be checked now, because Apple's server for it did not answer. */
export function isRetryable({ status }: VerificationException): boolean {
  return status === VerificationStatus.RETRYABLE_VERIFICATION_FAILURE;
}
