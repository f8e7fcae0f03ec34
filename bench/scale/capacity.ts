import { type Kysely, sql } from 'kysely';
import { openSession } from '#api/auth/sessions.ts';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import type { Database } from '#api/db/schema.ts';
import { startApi, startScaledProduct } from '#tests/setup/scale/product.ts';
import { addAdministrators, addUsers } from '../api/prepare/people.ts';
import { type LoadFigures, measureLoad } from './load.ts';
import type { TwoDatabases } from './replica.ts';

export type Capacity = { name: string; load: LoadFigures; replicaShare: number };

type Databases = { urls: TwoDatabases; db: Kysely<Database>; replica: Kysely<Database> };
type Served = { port: number; stop: () => Promise<void> };
type Setup = { name: string; serve: (urls: TwoDatabases, siteFolder: string) => Promise<Served> };

const WARM_UP_MS = 2_000;
const MEASURED_MS = 10_000;

const setups: readonly Setup[] = [
  { name: 'one process', serve: ({ mainUrl }) => serveAlone(mainUrl) },
  {
    name: 'one process, nginx, PgBouncer',
    serve: ({ mainUrl: databaseUrl }, siteFolder) =>
      startScaledProduct({ databaseUrl, siteFolder, servers: 1 }),
  },
  {
    name: 'three processes, nginx, PgBouncer',
    serve: ({ mainUrl: databaseUrl }, siteFolder) => startScaledProduct({ databaseUrl, siteFolder }),
  },
  {
    name: 'three processes and a replica',
    serve: ({ mainUrl: databaseUrl, replicaUrl }, siteFolder) =>
      startScaledProduct({ databaseUrl, siteFolder, env: { DATABASE_READ_URL: replicaUrl } }),
  },
];

/** The same load on one process and on several. */
export async function measureCapacity(
  { urls, db, replica }: Databases,
  siteFolder: string,
  note: (text: string) => void,
): Promise<Capacity[]> {
  const [administrator] = await addAdministrators(db, 1);
  const userIds = await addUsers(db, { count: 200, status: 'active' });
  const measured: Capacity[] = [];
  for (const { name, serve } of setups) {
    note(`${name}\n`);
    const served = await serve(urls, siteFolder);
    try {
      const signIn = { userId: administrator?.id ?? 0, rememberMe: true };
      const { token } = await openSession(db, signIn, new Date());
      const target = { port: served.port, token, userIds };
      await measureLoad(target, WARM_UP_MS);
      const before = await Promise.all([readRows(db), readRows(replica)]);
      const load = await measureLoad(target, MEASURED_MS);
      const after = await Promise.all([readRows(db), readRows(replica)]);
      const [onMain, onReplica] = after.map((rows, at) => rows - (before[at] ?? 0));
      measured.push({ name, load, replicaShare: (onReplica ?? 0) / ((onMain ?? 0) + (onReplica ?? 0)) });
    } finally {
      await served.stop();
    }
  }
  return measured;
}

async function serveAlone(databaseUrl: string): Promise<Served> {
  const port = await findFreePort();
  const api = await startApi({ DATABASE_URL: databaseUrl, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' });
  return { port, stop: api.stop };
}

/** That this server has read so far. A backend tells its figures within a second of its last query. */
async function readRows(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select tup_returned::double precision as read from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.read ?? Number.NaN;
}
