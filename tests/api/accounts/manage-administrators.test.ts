import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { createAdministrator, createAdministratorLink } from '#api/cli/administrator-commands.ts';
import { findUserByEmail } from '#api/db/user-by-email.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { SITE } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const now = new Date();
const shown = { byMail: false, siteUrl: SITE };
const mailed = { byMail: true, siteUrl: SITE };

const actionsOf = async (id: number) =>
  (
    await db.selectFrom('audit_entries').where('user_id', '=', id).select('action').orderBy('id').execute()
  ).map(({ action }) => action);

test('a link that was not created has no audit entry', async () => {
  const { id, email } = await addAdministrator(db);
  const newer = { id: randomUUID(), created_at: new Date(now.getTime() + 1000) };
  await issueOneTimeToken(db, { userId: id, purpose: 'password_reset', carrier: newer }, now);
  await expect(createAdministratorLink(db, { email, ...shown }, now)).rejects.toThrow(/newer link/);
  expect(await actionsOf(id)).toEqual([]);
  const made = await createAdministratorLink(db, { email, ...shown }, new Date(now.getTime() + 2000));
  expect(made).toContain(`${SITE}/reset-password?token=`);
  expect(await actionsOf(id)).toEqual(['password_link_made']);
});

test('without a writable audit log there is no link, no mail and no new administrator', async () => {
  const { db: own } = await cloneDatabase();
  const { email } = await addAdministrator(own);
  await sql`
    alter table audit_entries add constraint no_links check (action <> 'password_link_made')`.execute(own);
  const stranger = `${randomUUID()}@example.com`;
  for (const delivery of [shown, mailed]) {
    await expect(createAdministratorLink(own, { email, ...delivery }, now)).rejects.toThrow(/no_links/);
    await expect(
      createAdministrator(own, { email: stranger, role: 'owner', ...delivery }, now),
    ).rejects.toThrow(/no_links/);
  }
  for (const table of ['one_time_tokens', 'mails', 'audit_entries'] as const) {
    expect(await own.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect(await findUserByEmail(own, stranger)).toBeUndefined();
});
