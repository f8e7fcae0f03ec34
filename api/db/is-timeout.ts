/** https://www.postgresql.org/docs/18/errcodes-appendix.html: query_canceled. */
const QUERY_CANCELED = '57014';

/** Whether PostgreSQL stopped the statement: it took too long, or its client left. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}
