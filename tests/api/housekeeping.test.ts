import { expect, test } from 'vitest';
import { openSession, rotate } from '#api/accounts/sessions.ts';
import { keepHouse } from '#api/housekeeping.ts';
import { postMail } from '#api/mail/queue.ts';
import { cloneDatabase } from '#tests/setup/clone.ts';
import { addAdministrator } from '#tests/setup/people.ts';

const { db } = await cloneDatabase();
const start = new Date();
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

test('what is over is dropped, and what is not stays', async () => {
  const { id } = await addAdministrator(db);
  const short = await openSession(db, id, false, start);
  const long = await openSession(db, id, true, start);
  await postMail(db, { kind: 'password_changed', address: 'a@example.com' }, start);
  await postMail(db, { kind: 'password_changed', address: 'b@example.com' }, start);
  await db.updateTable('mails').set({ given_up_at: start }).where('address', '=', 'b@example.com').execute();
  const counts = async () => {
    const tables = ['sessions', 'refresh_tokens', 'access_tokens', 'mails'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return rows.map(({ length }) => length);
  };

  await keepHouse(db, later(0.2));
  expect(await counts()).toEqual([2, 2, 2, 2]);
  await keepHouse(db, later(0.25));
  expect(await counts()).toEqual([2, 2, 0, 2]);
  await keepHouse(db, later(12));
  expect(await counts()).toEqual([1, 1, 0, 2]);
  expect(await rotate(db, short.refreshToken, later(1))).toBeNull();
  expect(await rotate(db, long.refreshToken, later(13))).not.toBeNull();
  await keepHouse(db, later(24 * 31));
  expect(await counts()).toEqual([0, 0, 0, 1]);
});
