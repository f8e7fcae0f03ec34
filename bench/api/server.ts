import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { createApp } from '#api/app.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { listen } from '#api/http/server/listen.ts';
import { createSandboxStore } from '#api/payments/sandbox.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';

type SendOptions = { body?: object | undefined; token?: string };
type User = { id: number; email: string; last_name: string };

export type Bench = {
  users: number;
  user: User;
  recipeId: number;
  paymentId: number;
  refreshToken: string;
  send: (method: string, path: string, options?: SendOptions) => Promise<Response>;
  /** For a separate administrator, so that the other session stays signed in. */
  signIn: () => Promise<{ token: string; refreshToken: string }>;
  stop: () => Promise<void>;
};

const clock = () => new Date();

/** Serves a new database at `url` on a free port. */
export async function serveUsers(
  url: string,
  users: number,
  onProgress: (text: string) => void,
): Promise<Bench> {
  const db = openDatabase(url, () => undefined, { statementTimeoutMs: 600_000 });
  await migrate(db);
  await fillDemo(db, {
    seed: 1,
    users,
    now: clock(),
    onProgress: ({ stage, done, total }) => onProgress(`${users} users: ${done} of ${total} ${stage}\n`),
  });
  await sql`vacuum analyze`.execute(db);
  const administrator = await addAdministrator(db);
  const secondAdministrator = await addAdministrator(db);
  const environment = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
  const app = createApp({
    db,
    healthDb: db,
    log: pino({ level: 'silent' }),
    clock,
    askStore: createSandboxStore(clock),
    mails: { wake: () => undefined },
    imports: { wake: () => undefined },
    bulkChanges: { wake: () => undefined },
    environment,
    site: new Map(),
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  const base = `http://127.0.0.1:${listener.port}/api/v1`;
  let client = 0;

  const send = (method: string, path: string, { body, token }: SendOptions = {}) => {
    client += 1;
    return fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        // A new client address for each call, so that no rate limit applies.
        'x-forwarded-for': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  const signIn = async ({ email, password } = secondAdministrator) => {
    const response = await send('POST', '/auth/admin-login', { body: { email, password } });
    const { data } = (await response.json()) as { data: { tokens: { token: string; refreshToken: string } } };
    return data.tokens;
  };
  const { token, refreshToken } = await signIn(administrator);
  return {
    users,
    ...(await records(db)),
    refreshToken,
    send: (method, path, options) => send(method, path, { token, ...options }),
    signIn: () => signIn(),
    stop: async () => {
      await listener.close(0);
      await db.destroy();
    },
  };
}

async function records(db: Kysely<Database>): Promise<Pick<Bench, 'user' | 'recipeId' | 'paymentId'>> {
  const user = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('users.status', '=', 'active')
    .select(['users.id', 'users.email', 'users.last_name'])
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: recipeId } = await db.selectFrom('recipes').select('id').limit(1).executeTakeFirstOrThrow();
  const { id: paymentId } = await db
    .selectFrom('failed_payments')
    .where('purchase_token', 'not like', 'sandbox:active%')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { user, recipeId, paymentId };
}
