import { type Kysely, sql } from 'kysely';
import { writeAudit } from '../audit/write.ts';
import { hashPassword } from '../auth/password-hash.ts';
import type { Database } from '../db/schema.ts';

/** An arbitrary key that no other advisory lock uses. */
const LOCK = 7_262_019;

/**
 * Creates the first administrator. Returns `created`, `exists` where there is one (it is never changed), or `taken`
 * where the address belongs to an app user. Of several servers that start together, one creates it.
 */
export async function createFirstAdministrator(
  db: Kysely<Database>,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'exists' | 'taken'> {
  if (await firstAdministrator(db)) return 'exists';
  const password_hash = await hashPassword(password);
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    if (await firstAdministrator(transaction)) return 'exists';
    const created = await transaction
      .insertInto('users')
      .values({
        first_name: 'First',
        last_name: 'Administrator',
        email,
        role: 'admin',
        onboarding_status: 'completed',
        is_email_verified: true,
        phone: null,
        password_hash,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning(['id', 'created_at'])
      .executeTakeFirst();
    if (!created) return 'taken';
    const actor = { kind: 'start', requestId: null } as const;
    const entry = { action: 'administrator_created', userId: created.id } as const;
    await writeAudit(transaction, { actor, ...entry }, created.created_at);
    return 'created';
  });
}

/** The address of the oldest administrator; null where there is none. */
export async function firstAdministrator(db: Kysely<Database>): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('status', '!=', 'deleted')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.email ?? null;
}
