import { adminLogin } from '#contract/authentication.ts';
import { call } from './call.ts';
import { startSession } from './session.ts';

export async function signIn(credentials: {
  email: string;
  password: string;
  rememberMe: boolean;
}): Promise<void> {
  const { data } = await call(adminLogin, { body: credentials });
  if (!('tokens' in data)) throw new Error('This page can’t ask for your second factor. Please reload it.');
  const user = data.user ?? {
    id: null,
    first_name: null,
    last_name: null,
    email: credentials.email,
    role: null,
  };
  const tokens = { accessToken: data.tokens.token, refreshToken: data.tokens.refreshToken };
  if (startSession(tokens, { ...user, capabilities: data.capabilities })) return;
  throw new Error('This browser doesn’t let the site store your sign-in. Allow site data and try again.');
}
