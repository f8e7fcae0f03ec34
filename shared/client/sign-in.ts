import type * as v from 'valibot';
import { adminLogin, type SignInChallenge, type signedIn } from '#contract/authentication.ts';
import { call } from './call.ts';
import { startSession } from './session.ts';

/** Stores the session, or resolves with the challenge of the second step. */
export async function signIn(credentials: {
  email: string;
  password: string;
  rememberMe: boolean;
}): Promise<SignInChallenge | null> {
  const { data } = await call(adminLogin, { body: credentials });
  if ('challenge' in data) return data.challenge;
  storeSession(data, credentials.email);
  return null;
}

/** `email` stands for a user whom the provider does not send. */
export function storeSession(data: v.InferOutput<typeof signedIn.schema>, email: string): void {
  const user = data.user ?? { id: null, first_name: null, last_name: null, email, role: null };
  const tokens = { accessToken: data.tokens.token, refreshToken: data.tokens.refreshToken };
  if (startSession(tokens, { ...user, capabilities: data.capabilities })) return;
  throw new Error('This browser doesn’t let the site store your sign-in. Allow site data and try again.');
}
