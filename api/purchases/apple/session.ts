import type { SignedDataVerifier } from '@apple/app-store-server-library';
import * as v from 'valibot';
import type { StoreEnvironment } from '../store.ts';
import { type AppleRenewal, type AppleTransaction, renewalSchema, transactionSchema } from './answers.ts';
import { AppleClient, type ClientServices } from './client.ts';
import { notNow } from './fault.ts';
import type { Verifiers } from './verifier.ts';

export type AppleServices = ClientServices & { verifiers: Verifiers };

/** Client and verifier of one environment, for one question. */
export type AppleSession = {
  client: AppleClient;
  verifier: SignedDataVerifier;
  environment: StoreEnvironment;
};

/** Throws AppleFault if the settings do not accept the environment. */
export function openSession(
  services: AppleServices,
  environment: StoreEnvironment,
  signal: AbortSignal,
): AppleSession {
  const verifier = services.verifiers[environment];
  if (!verifier) throw notNow('APPLE_ACCEPT_SANDBOX is off, and this is a sandbox purchase');
  return { client: new AppleClient(services, environment, signal), verifier, environment };
}

/** Throws VerificationException and ValiError. */
export async function readTransaction({ verifier }: AppleSession, signed: string): Promise<AppleTransaction> {
  return v.parse(transactionSchema, await verifier.verifyAndDecodeTransaction(signed));
}

/** Throws VerificationException and ValiError. */
export async function readRenewal({ verifier }: AppleSession, signed: string): Promise<AppleRenewal> {
  return v.parse(renewalSchema, await verifier.verifyAndDecodeRenewalInfo(signed));
}
