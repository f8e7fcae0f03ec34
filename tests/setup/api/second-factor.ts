import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { SignInChallenge } from '#contract/authentication.ts';
import type { PasskeyCreation } from '#contract/second-factor.ts';
import { createAuthenticator } from './authenticator.ts';
import { createRequester, type Reply, signInAdministrator } from './requests.ts';
import { type ServedApi, SITE } from './serve.ts';

type Caller = Pick<ReturnType<typeof createRequester>, 'post'>;

export const STEP_MS = 30_000;

/** The code that an authenticator app shows at this time. */
export function codeAt(secret: string, time: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time.getTime() });
}

/** Adds an authenticator app. Its clock then stands one step later, so that the next code is a new one. */
export async function addTotp(caller: Caller, api: Pick<ServedApi, 'clock'>) {
  const started = await caller.post('/admin/account/security/totp');
  expect(started.status).toBe(200);
  const { secret, uri } = started.body.data as { secret: string; uri: string };
  const confirmed = await caller.post('/admin/account/security/totp/confirm', {
    code: codeAt(secret, api.clock.now),
  });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] | null };
  api.clock.now = new Date(api.clock.now.getTime() + STEP_MS);
  return { secret, uri, recoveryCodes: recoveryCodes ?? [] };
}

/** Adds a passkey, and returns the authenticator that has it. */
export async function addPasskey(caller: Caller, name = 'Laptop') {
  const authenticator = createAuthenticator(SITE);
  const options = await caller.post('/admin/account/security/passkeys/options');
  expect(options.status).toBe(200);
  const credential = authenticator.register(options.body.data as PasskeyCreation);
  const added = await caller.post('/admin/account/security/passkeys', { name, credential });
  expect(added).toMatchObject({ status: 200, body: { message: 'Passkey added' } });
  return { authenticator, ...(added.body.data as { recoveryCodes: string[] | null }) };
}

/** An administrator with an authenticator app, and a session of theirs. */
export async function signInWithTotp(
  database: Parameters<typeof signInAdministrator>[0],
  api: Pick<ServedApi, 'base' | 'clock'>,
) {
  const admin = await signInAdministrator(database, api);
  return { ...admin, ...(await addTotp(admin, api)) };
}

type Person = { email: string; password: string };

/** The first step of a sign-in. */
export function sendPassword(
  { base }: Pick<ServedApi, 'base'>,
  { email, password }: Person,
  { rememberMe = false, headers = {} }: { rememberMe?: boolean; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return createRequester(base, undefined, headers).post('/auth/admin-login', { email, password, rememberMe });
}

/** The challenge of a first step that must have one. */
export async function takeChallenge(
  api: Pick<ServedApi, 'base'>,
  person: Person,
  options: Parameters<typeof sendPassword>[2] = {},
): Promise<SignInChallenge> {
  const { status, body } = await sendPassword(api, person, options);
  expect(status).toBe(200);
  expect(Object.keys(body.data as object)).toEqual(['challenge']);
  return (body.data as { challenge: SignInChallenge }).challenge;
}

/** The second step. */
export function sendProof({ base }: Pick<ServedApi, 'base'>, body: object): Promise<Reply> {
  return createRequester(base).post('/auth/second-factor', body);
}
