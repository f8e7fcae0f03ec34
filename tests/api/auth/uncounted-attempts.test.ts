import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester, type Reply } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const trusted = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { environment: trusted });

/** A client with its own address, so that tests do not share rate limits. */
function client() {
  const from = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const { post } = createRequester(api.base, undefined, { 'x-forwarded-for': from });
  return {
    signIn: (email: string, password: string) =>
      post('/auth/admin-login', { email, password, rememberMe: false }),
  };
}
const wrong = () => randomUUID();
const statuses = (replies: Reply[]) => replies.map(({ status }) => status);

test('attempts during a backoff and malformed ones do not count for the client', async () => {
  const [paused, other] = [await addAdministrator(db), await addAdministrator(db)];
  const { signIn } = client();
  for (let count = 1; count <= 5; count += 1) await signIn(paused.email, wrong());
  const refused = await Promise.all(Array.from({ length: 110 }, () => signIn(paused.email, wrong())));
  expect(new Set(statuses(refused))).toEqual(new Set([429]));
  const malformed = await Promise.all(Array.from({ length: 110 }, () => signIn('a\0b@example.com', wrong())));
  expect(new Set(statuses(malformed))).toEqual(new Set([422]));
  expect((await signIn(other.email, other.password)).status).toBe(200);
});

test('an attempt that cannot be counted does not count for the client', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn } = client();
  await sql`
    create function fail_second() returns trigger language plpgsql as $$
    begin
      if new.key = sha256(convert_to('signInAccount:' || ${sql.lit('unknown@example.com')}, 'UTF8')) then
        raise exception 'no';
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger fail_second before insert or update on limits for each row execute function fail_second()`.execute(
    db,
  );
  const tryHalf = () => Promise.all(Array.from({ length: 55 }, () => signIn('unknown@example.com', wrong())));
  const replies = [...(await tryHalf()), ...(await tryHalf())];
  await sql`drop trigger fail_second on limits`.execute(db);
  expect(new Set(statuses(replies))).toEqual(new Set([500]));
  expect((await signIn(email, password)).status).toBe(200);
});
