import { sql } from 'kysely';
import { writeAuditEntry } from '../audit/write.ts';
import { hashPassword } from '../auth/password-hash.ts';
import type { Db } from '../db/schema.ts';
import { findUserByEmail, toReadableAddress } from '../db/user-by-email.ts';

/** Arbitrary; no other advisory lock uses it. */
const FIRST_ADMINISTRATOR_LOCK = 7_262_019;

/** `exists`: there is an administrator. `taken`: an app user has the address. Safe for parallel starts. */
export async function createFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'exists' | 'taken'> {
  if (await findFirstAdministrator(db)) return 'exists';
  const password_hash = await hashPassword(password);
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`.execute(transaction);
    if (await findFirstAdministrator(transaction)) return 'exists';
    if (await findUserByEmail(transaction, email)) return 'taken';
    const created = await transaction
      .insertInto('users')
      .values({
        first_name: 'First',
        last_name: 'Administrator',
        email: toReadableAddress(email),
        role: 'admin',
        administrator_role: 'owner',
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
    await writeAuditEntry(transaction, { actor, ...entry }, created.created_at);
    return 'created';
  });
}

/** The email address of the oldest administrator, or null. */
export async function findFirstAdministrator(db: Db): Promise<string | null> {
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
