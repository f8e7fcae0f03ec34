import { expect, test } from 'vitest';
import { renderMail } from '#api/mail/render.ts';
import { paymentReminderMail } from '#api/mail/templates.ts';
import { createTransportFor } from '#api/mail/transport.ts';
import { composeReminder } from '#api/purchases/payments/compose-reminder.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';
import { addFailedPayment } from './add-payment.ts';

/** What a reminder says, where it leads, and how it is refused. */

const { db } = await cloneDatabase();
const smtp = await startSmtp();
const now = new Date('2026-11-23T12:00:00Z');
const [apple, google] = stores;
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

async function compose(platform: 'ios' | 'android', googlePackage: string | null = null) {
  const { id, user } = await addFailedPayment(db, {
    ...{ platform, product_id: 'meals.monthly', stage: 'on_hold' },
    ...{ deadline_at: inDays(20), deadline_certainty: 'computed' },
  });
  const { id: reminderId } = await db
    .insertInto('payment_reminders')
    .values({ payment_id: id, stage: 'on_hold', administrator_id: null, queued_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const apiUrl = 'https://api.meals.example/v1';
  const mail = await composeReminder({ db, apiUrl, googlePackage, reminders: true }, reminderId, now);
  if (!mail) throw new Error('The reminder was dropped.');
  return { ...mail, user, text: renderMail(mail.content).text };
}

test.each([
  ['ios', null, apple.payment],
  ['ios', 'com.example.meals', apple.payment],
  ['android', null, google.payment],
  ['android', 'com.example.meals', `${google.payment}?sku=meals.monthly&package=com.example.meals`],
] as const)('%s, with the package %s: the address is that of the store', async (platform, name, address) => {
  const { text, to, user } = await compose(platform, name);
  expect(to).toBe(user.email);
  expect(text.split('\n')).toContain(address);
});

const store = { owner: 'Apple', address: apple.payment };

test.each([
  [
    'a promise of access',
    { accessUntil: inDays(2), isAtLeast: false, triesUntil: inDays(9) },
    `Update your payment to keep ${product.name}`,
    /access until November 25, 2026, while Apple keeps trying\./,
  ],
  [
    'access at least until then',
    { accessUntil: inDays(2), isAtLeast: true, triesUntil: null },
    /to keep/,
    /access until at least November 25, 2026/,
  ],
  [
    'no access, and a day that the store has said',
    { accessUntil: null, isAtLeast: false, triesUntil: inDays(9) },
    `to get ${product.name} back`,
    /paused until the payment goes through\. It stops trying on December 2, 2026\./,
  ],
  [
    'no access, and no day',
    { accessUntil: null, isAtLeast: false, triesUntil: null },
    /back$/,
    /paused until the payment goes through\.\n/,
  ],
])('%s', (_, standing, subject, words) => {
  const mail = renderMail(paymentReminderMail({ ...store, ...standing }));
  expect(mail.subject).toMatch(subject);
  expect(mail.text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ').replaceAll('\n\n', '\n')).toMatch(words);
});

test('a computed deadline is no date in the mail', async () => {
  expect((await compose('ios')).text).not.toMatch(/20\d\d/);
});

test('the mail program gets an address that refuses, and the other mails have none', async () => {
  const settings = { smtpUrl: smtp.url, mailFrom: null, dataDir: '' };
  const transport = createTransportFor(settings, createTestLog([]));
  const { content, refusalAddress, to } = await compose('ios');
  expect(refusalAddress).toMatch(/^https:\/\/api\.meals\.example\/v1\/payment-reminders\/refuse\/[\w-]{43}$/);
  const message = { id: 'one', kind: 'payment_reminder', to, ...renderMail(content) } as const;
  await transport.send({ ...message, refusalAddress });
  await transport.send(message);
  transport.close();
  const [reminder = '', other = ''] = smtp.state.deliveries.map(({ data }) => data);
  const header = reminder.match(/^List-Unsubscribe: (.*(?:\r\n\s.*)*)/m)?.[1]?.replaceAll(/\r\n\s/g, ' ');
  expect(header).toMatch(new RegExp(`^<${refusalAddress}>, <mailto:[^>]+>$`));
  expect(reminder).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(other).not.toMatch(/^List-Unsubscribe/m);
});
