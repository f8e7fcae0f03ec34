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

export async function addAdministrator(db: Db, administrator_role: AdministratorRole = 'owner') {
  const password: string = randomUUID();
  const password_hash = await hashPassword(password);
  const user = await addUser(db, { role: 'admin', administrator_role, password_hash });
  return { ...user, password };
}
