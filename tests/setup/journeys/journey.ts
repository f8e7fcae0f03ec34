import { cleanup } from '@testing-library/react';
import type { Kysely } from 'kysely';
import { afterEach, vi } from 'vitest';
import type { Database } from '#api/db/schema.ts';
import { cloneDatabase } from '../api/clone.ts';
import { type ServedApi, serveApi } from '../api/serve.ts';
import { tapWire, type Wire } from '../client/wire.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const wire = await tapWire(api.base);
// Before any module of the client reads it.
vi.stubEnv('PUBLIC_API_URL', wire.base);

/** The database, the server and the wire that this file's screens talk to. */
export const journey: { db: Kysely<Database>; api: ServedApi; wire: Wire } = { db, api, wire };

afterEach(() => {
  cleanup();
  localStorage.clear();
  wire.intercept = null;
  wire.seen.length = 0;
});
