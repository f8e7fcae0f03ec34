import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';

/**
 * A query or a wait for a connection does not fail after its caller has aborted it: Kysely would print that error to the
 * console, and has no option against it. `onCancelFailed` receives the error of a query that could not be canceled.
 */
export class AbortableDriver extends PostgresDriver {
  constructor(config: PostgresDialectConfig, onCancelFailed: (error: Error) => void) {
    super({
      ...config,
      onCreateConnection: async (connection) => endQuietly(connection, onCancelFailed),
    });
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    try {
      return await super.acquireConnection(options);
    } catch (error) {
      if (options?.signal?.aborted) return Promise.withResolvers<never>().promise;
      throw error;
    }
  }
}

/** Kysely itself replaces `executeQuery` of a connection for its log. */
function endQuietly(connection: DatabaseConnection, onCancelFailed: (error: Error) => void): void {
  const execute = connection.executeQuery.bind(connection);
  const cancel = connection.cancelQuery?.bind(connection);
  let running: Promise<unknown> | null = null;

  connection.executeQuery = async <Row>(
    query: CompiledQuery,
    options?: AbortableOperationOptions,
  ): Promise<QueryResult<Row>> => {
    // Of a client that has left. If its rollback began now, Kysely would no longer cancel it.
    if (running) await running;
    const result = execute<Row>(query, options);
    const settled = Promise.allSettled([result]);
    running = settled;
    try {
      return await result;
    } catch (error) {
      if (options?.signal?.aborted) return { rows: [] };
      throw error;
    } finally {
      if (running === settled) running = null;
    }
  };
  if (!cancel) return;
  connection.cancelQuery = async (controlConnection) => {
    try {
      await cancel(controlConnection);
    } catch (error) {
      // Kysely also fails if the query has ended in the meantime.
      if (running && error instanceof Error) onCancelFailed(error);
    }
  };
}
