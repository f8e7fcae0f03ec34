import type { GeneratedAlways } from 'kysely';
import type { AppScope } from '#contract/app/keys.ts';
import type { OptionalTimestamp } from './column-types.ts';

/** A key of the app's backend. */
export type AppKeysTable = {
  id: GeneratedAlways<number>;
  /** Unique among the keys that are not revoked, case-insensitive. */
  name: string;
  scopes: AppScope[];
  requests_per_minute: number;
  made_at: Date;
  /** null: the command line. */
  made_by: number | null;
  expires_at: OptionalTimestamp;
  /** It is written once a minute. */
  last_used_at: OptionalTimestamp;
  revoked_at: OptionalTimestamp;
};

export type AppKeySecretsTable = {
  hash: Buffer;
  key_id: number;
  made_at: Date;
  /** null: as long as the key. */
  ends_at: OptionalTimestamp;
};

/** The calls of a key in the current minute. The table is unlogged. */
export type AppKeyMinutesTable = { key_id: number; began_at: Date; calls: number };
