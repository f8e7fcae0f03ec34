import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { hashPassword } from '#api/auth/password-hash.ts';
import type { Db, UsersTable } from '#api/db/schema.ts';

export async function addUser(db: Db, values: Partial<Insertable<UsersTable>> = {}) {
  const mark = randomUUID().slice(0, 8);
  return db
    .insertInto('users')
    .values({ first_name: `First${mark}`, last_name: `Last${mark}`, email: `${mark}@example.com`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addAdministrator(db: Db) {
  const password = randomUUID();
  const user = await addUser(db, { role: 'admin', password_hash: await hashPassword(password) });
  return { ...user, password };
}
