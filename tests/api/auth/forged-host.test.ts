import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createTransportFor } from '#api/mail/transport.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';

/** Headers of a request cannot change the link in a mail to another person. */

const { db } = await cloneDatabase();
const smtp = await startSmtp();
const log = createTestLog([]);
const transport = createTransportFor({ smtpUrl: smtp.url, mailFrom: null, dataDir: '/nowhere' }, log);
// The sender is a trusted proxy, so that its forwarded headers could count.
const trusting = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { environment: trusting }, { transport });

const thief = 'thief.example';
const forgeries: readonly Record<string, string>[] = [
  { host: thief },
  { host: `${new URL(SITE).host}.${thief}` },
  { host: `${thief}:443` },
  { 'x-forwarded-host': thief },
  { 'x-forwarded-host': `${thief}, ${new URL(SITE).host}` },
  { 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080' },
  { 'x-forwarded-server': thief, 'x-host': thief, 'x-original-url': `https://${thief}/` },
  { forwarded: `for=198.51.100.1;host=${thief};proto=http` },
  { origin: `https://${thief}`, referer: `https://${thief}/forgot-password` },
  { host: thief, 'x-forwarded-host': thief, 'x-forwarded-proto': 'http', forwarded: `host=${thief}` },
];

/** fetch cannot send another Host header. */
function post(path: string, body: object, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${api.base}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

async function waitForMailTo(address: string): Promise<string> {
  const find = () => smtp.state.deliveries.find(({ to }) => to === address)?.data;
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (find() ?? '')
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

const addressesIn = (mail: string) => mail.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];

test.each(forgeries)('a link for a new password leads to our site despite %j', async (headers) => {
  const { email } = await addAdministrator(db);
  expect(await post('/auth/forgot-password', { email }, headers)).toBe(200);
  const mail = await waitForMailTo(email);
  const links = addressesIn(mail).filter((address) => address.includes('token='));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link.startsWith(`${SITE}/reset-password?token=`)).toBe(true);
  expect(mail).not.toContain(thief);
});

test.each(forgeries)('a link that confirms a deletion leads to our site despite %j', async (headers) => {
  const { email } = await addUser(db);
  const body = { email, reason: '', confirmation: 'DELETE' };
  expect(await post('/auth/delete-account-request', body, headers)).toBe(200);
  const mail = await waitForMailTo(email);
  const links = addressesIn(mail).filter((address) => address.includes('/delete-account'));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link.startsWith(`${SITE}/delete-account/`)).toBe(true);
  expect(mail).not.toContain(thief);
});
