import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#api/db/schema.ts';
import type { Client } from '../api/server/client.ts';
import type { Ledger } from './ledger.ts';
import { type WriteKind, writeKinds } from './writers.ts';

export type CheckedWrites = {
  kind: WriteKind;
  acknowledged: number;
  /** Acknowledged, and not in the database. */
  lost: number;
  failed: number;
  /** Failed for the client, and yet done as a whole. null: a sign-in without its answer has no name to look for. */
  failedButDone: number | null;
};

type Places = { db: Kysely<Database>; client: Client; dataDir: string };

/** Compares what the clients were told with what is stored. */
export async function checkLedger(
  { acknowledged, failed }: Ledger,
  { db, client, dataDir }: Places,
): Promise<CheckedWrites[]> {
  const found: Readonly<Record<WriteKind, Set<string>>> = {
    'user saved': await readSavedPhones(db),
    'recipe created': await readTitles(db),
    'sign-in': await readLivingTokens(client, acknowledged),
    'mail asked for': await readMailedAddresses(db, dataDir),
  };
  return writeKinds.map((kind) => {
    const ofKind = acknowledged.filter((write) => write.kind === kind);
    const failedOfKind = failed.filter((write) => write.kind === kind);
    const isFound = ({ key }: { key: string }) => found[kind].has(key);
    return {
      kind,
      acknowledged: ofKind.length,
      lost: ofKind.filter((write) => !isFound(kind === 'sign-in' ? { key: tokenOf(write.body) } : write))
        .length,
      failed: failedOfKind.length,
      failedButDone: kind === 'sign-in' ? null : failedOfKind.filter(isFound).length,
    };
  });
}

/** Of the audit entries, because a user keeps only the last one. */
async function readSavedPhones(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select change ->> 'to' as phone from audit_entries, jsonb_array_elements(changes::jsonb) as change
    where action = 'user_updated' and change ->> 'field' = 'phone'`.execute(db);
  return new Set(rows.map(({ phone }) => phone));
}

async function readTitles(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db.selectFrom('recipes').where('title', 'like', 'Killed %').select('title').execute();
  return new Set(rows.map(({ title }) => title));
}

const tokenOf = (body: Record<string, unknown>) =>
  (body as { data: { tokens: { token: string } } }).data.tokens.token;

async function readLivingTokens(client: Client, writes: Ledger['acknowledged']): Promise<Set<string>> {
  const living = new Set<string>();
  for (const { body } of writes.filter(({ kind }) => kind === 'sign-in')) {
    const token = tokenOf(body);
    const { status } = await client.send({ method: 'GET', path: '/admin/account', token });
    if (status === 200) living.add(token);
  }
  return living;
}

/** Sent, or still in the queue. */
async function readMailedAddresses(db: Kysely<Database>, dataDir: string): Promise<Set<string>> {
  const queued = await db.selectFrom('mails').select('address').execute();
  const outbox = join(dataDir, 'outbox');
  const found = new Set(queued.map(({ address }) => address));
  for (const file of await readdir(outbox).catch(() => [])) {
    const to = (await readFile(join(outbox, file), 'utf8')).match(/^To: (\S+)/m)?.[1];
    if (to) found.add(to);
  }
  return found;
}

/** Rows that only a transaction that was cut in two could leave. */
export async function countHalfWrites(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from recipes where (title like 'Killed %' or title like 'Imported %') and not exists
        (select from recipe_versions where recipe_id = recipes.id and version = recipes.version))
      + (select count(*) from recipes where title like 'Killed %' and not exists
        (select from audit_entries where action = 'recipe_created' and recipes.id = any (recipe_ids)))
      + (select count(*) from users where phone ~ '^[0-9]+-[0-9]+$' and version - 1 <>
        (select count(*) from audit_entries where user_id = users.id and action = 'user_updated'))
      + (select count(*) from sessions where not exists
        (select from refresh_tokens where session_id = sessions.id))
      + (select count(*) from import_rows where result = 'created' and not exists
        (select from recipes where id = recipe_id))
    )::integer as count`.execute(db);
  return rows[0]?.count ?? Number.NaN;
}
