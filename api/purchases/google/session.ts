import { GoogleAuth, JWT } from 'google-auth-library';
import type { Logger } from 'pino';
import type { GoogleSettings } from '../../config/google-settings.ts';

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const TIMEOUT_MS = 10_000;

/** The headers of a request to Google. What it throws may quote tokens. */
export type Authorize = (url: string) => Promise<Headers>;

export type GoogleServices = {
  settings: GoogleSettings;
  clock: () => Date;
  log: Logger | undefined;
  authorization: Authorize;
};

/** One question to Google, of one or more calls. */
export type GoogleSession = GoogleServices & { signal: AbortSignal };

/** Signs in as the account of the settings, or as the one that the library finds on this machine. */
export function createAuthorization({ serviceAccount }: GoogleSettings): Authorize {
  const clientOptions = { transporterOptions: { timeout: TIMEOUT_MS, fetchImplementation: fetch } };
  const scopes = [SCOPE];
  if (!serviceAccount) {
    const auth = new GoogleAuth({ scopes, clientOptions });
    return (url) => auth.getRequestHeaders(url);
  }
  const { email, privateKey: key } = serviceAccount;
  const client = new JWT({ email, key, scopes, ...clientOptions });
  return (url) => client.getRequestHeaders(url);
}
