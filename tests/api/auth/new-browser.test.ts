import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { sendPassword } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

async function createPerson() {
  const person = await addAdministrator(db);
  const signIn = async (browser: string) =>
    (await sendPassword(api, person, { headers: { 'user-agent': browser } })).status;
  const countWaiting = async () =>
    (await db.selectFrom('mails').where('address', '=', person.email).select('id').execute()).length;
  /** Mails that were sent or wait. */
  const countMails = async () =>
    (await countWaiting()) + api.sent.filter(({ to }) => to === person.email).length;
  return { person, signIn, countWaiting, countMails };
}

test('a new browser is mailed to its owner, the very first and known ones are not', async () => {
  const { person, signIn, countWaiting, countMails } = await createPerson();
  expect(await signIn(firefox)).toBe(200);
  expect(await signIn(firefox)).toBe(200);
  expect(await countMails()).toBe(0);
  expect(await signIn(safari)).toBe(200);
  const mail = await api.waitForMailTo(person.email);
  expect(mail).toMatchObject({ kind: 'new_browser', subject: expect.stringContaining('New sign-in') });
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('with Safari on iPhone,');
  // A mail waits until it is known to be sent.
  await expect.poll(countWaiting).toBe(0);
  expect(await signIn(safari)).toBe(200);
  expect(await signIn(firefox)).toBe(200);
  expect(await countMails()).toBe(1);
});

test('after a long time away, any browser is new, though no session is stored anymore', async () => {
  const { person, signIn } = await createPerson();
  expect(await signIn(firefox)).toBe(200);
  await db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  expect(await signIn(firefox)).toBe(200);
  expect((await api.waitForMailTo(person.email)).kind).toBe('new_browser');
});

test('a failed sign-in is no use of a browser', async () => {
  const { person, signIn, countMails } = await createPerson();
  await sendPassword(api, { ...person, password: 'wrong' }, { headers: { 'user-agent': safari } });
  expect(await signIn(firefox)).toBe(200);
  expect(await countMails()).toBe(0);
});
