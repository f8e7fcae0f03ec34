import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';

/** GET /healthz: 503 if the database is not responding. */
export function healthRoutes({ healthDb, log }: Dependencies): Hono {
  return new Hono().get('/healthz', async (context) => {
    context.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(healthDb);
      return context.json({ status: 200, message: 'OK' });
    } catch (error) {
      log.error({ err: error }, 'the database is not responding');
      return context.json({ status: 503, message: 'The database isn’t responding.' }, 503);
    }
  });
}
