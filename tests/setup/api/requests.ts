import { openSession } from '#api/auth/sessions.ts';
import type { cloneDatabase } from './clone.ts';
import { addAdministrator } from './people.ts';
import type { ServedApi } from './serve.ts';

export type Reply = { status: number; headers: Headers; body: Record<string, unknown> };

/** Returns answers of any status. */
export function createRequester(
  base: string,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
) {
  async function send(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body?: unknown) => send('PUT', path, body),
  };
}

/** Creates an administrator and a session. */
export async function signInAdministrator(
  { db }: Pick<Awaited<ReturnType<typeof cloneDatabase>>, 'db'>,
  api: Pick<ServedApi, 'base' | 'clock'>,
) {
  const administrator = await addAdministrator(db);
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  return { administrator, tokens, ...createRequester(api.base, tokens.token) };
}
