import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { hashPassword } from '#api/auth/password-hash.ts';
import type { Db, UsersTable } from '#api/db/schema.ts';
import type { AdministratorRole } from '#contract/roles.ts';

export async function addUser(db: Db, values: Partial<Insertable<UsersTable>> = {}) {
  const mark = randomUUID().slice(0, 8);
  return db
    .insertInto('users')
    .values({
      ...{ first_name: `First${mark}`, last_name: `Last${mark}`, email: `${mark}@example.com` },
      administrator_role: values.role === 'admin' ? 'owner' : null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Hashing takes a tenth of a second, so all administrators of a worker have the same password. */
const password: string = randomUUID();
let passwordHash: Promise<string> | null = null;

export async function addAdministrator(db: Db, administrator_role: AdministratorRole = 'owner') {
  passwordHash ??= hashPassword(password);
  const password_hash = await passwordHash;
  const user = await addUser(db, { role: 'admin', administrator_role, password_hash });
  return { ...user, password };
}
