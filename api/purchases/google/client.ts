import * as v from 'valibot';
import { notNow, toRefusal, unreadable } from './fault.ts';
import type { GoogleSession } from './session.ts';

const TIMEOUT_MS = 10_000;

/** `path` continues the address of our app. Throws GoogleFault. */
export async function readGoogle<Answer>(
  session: GoogleSession,
  path: string,
  schema: v.GenericSchema<unknown, Answer>,
): Promise<Answer> {
  const text = await call(session, path, { method: 'GET' });
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!success) throw unreadable();
  return output;
}

/** Throws GoogleFault. */
export async function postGoogle(session: GoogleSession, path: string, body: object): Promise<void> {
  await call(session, path, { method: 'POST', body: JSON.stringify(body) });
}

/** Whether the text can stand in an address: it is not empty, and no step up the path. */
export function isPathPart(text: string): boolean {
  return text !== '' && text.length <= 1_500 && text.isWellFormed() && !/^\.{1,2}$/.test(text);
}

async function call(session: GoogleSession, path: string, init: RequestInit): Promise<string> {
  const { apiUrl, packageName } = session.settings;
  const url = `${apiUrl}/androidpublisher/v3/applications/${packageName}/${path}`;
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const headers = await signIn(session, url, signal);
  if (init.body) headers.set('content-type', 'application/json');
  const { response, text } = await send(url, { ...init, headers, signal });
  if (!response.ok) throw toRefusal(session, response, text);
  return text;
}

async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    // The body is read here, so that a connection that breaks later is found too.
    return { response, text: await response.text() };
  } catch {
    throw notNow(init.signal?.aborted ? 'it didn’t answer in time' : 'the connection failed');
  }
}

const failureSchema = v.object({
  status: v.fallback(v.optional(v.number()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
});

async function signIn({ authorization, log }: GoogleSession, url: string, signal: AbortSignal) {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return new Headers(await Promise.race([authorization(url), aborted]));
  } catch (error) {
    if (signal.aborted) throw notNow('it didn’t answer in time');
    // Its message may quote the key or a token.
    const failure = v.safeParse(failureSchema, error);
    log?.error(
      { platform: 'android', ...(failure.success ? failure.output : {}) },
      'Google didn’t sign us in: check GOOGLE_SERVICE_ACCOUNT_FILE',
    );
    throw notNow('it didn’t sign us in');
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
