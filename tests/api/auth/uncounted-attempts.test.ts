import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { type Reply, requester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const trusted = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { environment: trusted });

/** Somebody at an address of their own, so that no test uses up another one's attempts. */
function client() {
  const from = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const { post } = requester(api.base, undefined, { 'x-forwarded-for': from });
  return {
    signIn: (email: string, password: string) =>
      post('/auth/admin-login', { email, password, rememberMe: false }),
  };
}
const wrong = () => randomUUID();
const statuses = (replies: Reply[]) => replies.map(({ status }) => status);

test('attempts that a pause refuses, and malformed ones, cost their client nothing', async () => {
  const [paused, other] = [await addAdministrator(db), await addAdministrator(db)];
  const { signIn } = client();
  for (let count = 1; count <= 5; count += 1) await signIn(paused.email, wrong());
  const refused = await Promise.all(Array.from({ length: 110 }, () => signIn(paused.email, wrong())));
  expect(new Set(statuses(refused))).toEqual(new Set([429]));
  const malformed = await Promise.all(Array.from({ length: 110 }, () => signIn('a\0b@example.com', wrong())));
  expect(new Set(statuses(malformed))).toEqual(new Set([422]));
  expect((await signIn(other.email, other.password)).status).toBe(200);
});

test('what cannot be counted costs its client nothing', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn } = client();
  await sql`
    create function fail_second() returns trigger language plpgsql as $$
    begin
      if new.key = sha256(convert_to('signInAccount:' || ${sql.lit('nobody@example.com')}, 'UTF8')) then
        raise exception 'no';
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger fail_second before insert or update on limits for each row execute function fail_second()`.execute(
    db,
  );
  const tryHalf = () => Promise.all(Array.from({ length: 55 }, () => signIn('nobody@example.com', wrong())));
  const replies = [...(await tryHalf()), ...(await tryHalf())];
  await sql`drop trigger fail_second on limits`.execute(db);
  expect(new Set(statuses(replies))).toEqual(new Set([500]));
  expect((await signIn(email, password)).status).toBe(200);
});
