import { PostgresAdapter, PostgresDialect, type PostgresDialectConfig, type PostgresDriver } from 'kysely';
import { AbortableDriver } from './driver.ts';

/**
 * PostgreSQL, also behind a pooler in transaction mode, where each transaction may have another connection. Kysely's own
 * lock of migrations belongs to a connection: it would stay there, or be given back on another one.
 */
export class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #onCancelFailed: (error: Error) => void;

  constructor(config: PostgresDialectConfig, onCancelFailed: (error: Error) => void) {
    super(config);
    this.#config = config;
    this.#onCancelFailed = onCancelFailed;
  }

  override createDriver(): PostgresDriver {
    return new AbortableDriver(this.#config, this.#onCancelFailed);
  }

  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLocks();
  }
}

/** `migrate` has a lock that ends with its transaction. */
class AdapterWithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
