import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMailComposer } from '#api/mail/compose-mail.ts';
import { retryGivenUpMail } from '#api/mail/given-up.ts';
import { enqueueMail, startMailQueue } from '#api/mail/queue.ts';
import { createTransportFor } from '#api/mail/transport.ts';
import { composeReminder, recordReminder } from '#api/purchases/payments/compose-reminder.ts';
import {
  readReminders,
  refuseByToken,
  remindCustomer,
  setRefusal,
} from '#api/purchases/payments/reminders.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';
import { addFailedPayment } from './add-payment.ts';

/** Reminders whose mail cannot be delivered, or whose server is killed around the delivery. */

const { db } = await cloneDatabase();
const smtp = await startSmtp();
const { id: administratorId } = await addAdministrator(db);
const actor = { kind: 'administrator', id: administratorId, requestId: null } as const;
const now = new Date('2026-11-20T10:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

beforeEach(async () => {
  await db.deleteFrom('mails').execute();
  smtp.state.deliveries.length = 0;
});

function startQueue({ reminders = true } = {}) {
  const log = createTestLog([]);
  const transport = createTransportFor({ smtpUrl: smtp.url, mailFrom: null, dataDir: '' }, log);
  const compose = createMailComposer({ db, siteUrl: 'https://meals.example', reminders });
  const queue = startMailQueue({ db, transport, clock: () => now, log, compose });
  onTestFinished(queue.stop);
  return queue;
}

const addPayment = () =>
  addFailedPayment(db, {
    ...{ stage: 'grace_period', deadline_at: inDays(3), deadline_certainty: 'said', access_until: inDays(3) },
  });
const remind = (paymentId: number) => remindCustomer(db, { paymentId, actor }, now);
const reminderOf = async (id: number) => (await readReminders(db, [id], now)).get(id);
const mails = () => db.selectFrom('mails').selectAll().execute();

const possible = { isPossible: true, because: null, queuedAt: null, sentAt: null };
const sent = { isPossible: false, because: null, queuedAt: null, sentAt: now.toISOString() };

/** A reminder that the mail server has refused for good. */
async function giveUp(queue: ReturnType<typeof startQueue>) {
  const { id } = await addPayment();
  smtp.state.behaviour = 'refuse';
  await remind(id);
  queue.wake();
  await expect.poll(async () => (await mails()).map(({ given_up_at }) => given_up_at)).toEqual([now]);
  smtp.state.behaviour = 'accept';
  return id;
}

test('a reminder that is given up waits no longer; a new one takes its place, and one mail leaves', async () => {
  const queue = startQueue();
  const id = await giveUp(queue);
  expect(await reminderOf(id)).toEqual(possible);
  await remind(id);
  expect(await mails()).toMatchObject([{ given_up_at: null }]);
  queue.wake();
  await expect.poll(mails).toEqual([]);
  expect(await reminderOf(id)).toEqual(sent);
  expect(smtp.state.deliveries).toHaveLength(1);
});

test('a reminder that is given up and sent again counts as sent', async () => {
  const queue = startQueue();
  const id = await giveUp(queue);
  const [mail] = await mails();
  await retryGivenUpMail(db, { id: mail?.id ?? '', actor }, now);
  queue.wake();
  await expect.poll(mails).toEqual([]);
  expect(await reminderOf(id)).toEqual(sent);
  await expect(remind(id)).rejects.toThrow('already reminded at this stage');
});

test('a reminder that waits is dropped if reminders are switched off', async () => {
  const { id } = await addPayment();
  await remind(id);
  const queue = startQueue({ reminders: false });
  queue.wake();
  await expect.poll(mails).toEqual([]);
  expect(smtp.state.deliveries).toEqual([]);
  expect(await reminderOf(id)).toEqual(possible);
});

test('a server that is killed after a reminder was recorded does not let it leave again', async () => {
  const { id } = await addPayment();
  await remind(id);
  const [mail] = await mails();
  const reminderId = mail?.reminder_id ?? 0;
  const { address } = mail ?? { address: '' };
  await recordReminder(db, reminderId, now);
  const queue = startQueue();
  await enqueueMail(db, { kind: 'payment_reminder', address, reminderId }, now);
  queue.wake();
  await expect.poll(mails).toEqual([]);
  expect(smtp.state.deliveries).toEqual([]);
  expect(await reminderOf(id)).toEqual(sent);
});

test('what is sent is recorded beside an erasure without a deadlock', async () => {
  const { id } = await addPayment();
  await remind(id);
  const [mail] = await mails();
  let recorded: Promise<void> | undefined;
  await db.transaction().execute(async (erasure) => {
    // As the delete does, before it comes to the reminders.
    await sql`select from failed_payments where id = ${id} for update`.execute(erasure);
    recorded = recordReminder(db, mail?.reminder_id ?? 0, now);
    recorded.catch(() => undefined);
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
    await erasure.deleteFrom('failed_payments').where('id', '=', id).execute();
  });
  await recorded;
  expect(await db.selectFrom('payment_reminders').where('payment_id', '=', id).execute()).toEqual([]);
});

test('the link of each attempt refuses further reminders', async () => {
  const { id, user } = await addPayment();
  await remind(id);
  const [mail] = await mails();
  const tokens = new Map<string, string>();
  const services = { db, apiUrl: 'https://meals.example/api/v1', googlePackage: null, reminders: true };
  for (const attempt of ['first', 'second']) {
    const composed = await composeReminder(services, mail?.reminder_id ?? 0, now);
    tokens.set(attempt, composed?.refusalAddress.split('/').at(-1) ?? '');
  }
  for (const token of tokens.values()) {
    await setRefusal(db, { userId: user.id, isRefused: false, actor }, now);
    expect(await refuseByToken(db, { token, requestId: null }, now)).toBe(true);
  }
  expect(tokens.size).toBe(2);
});

test('the first reminder counts, each is in the audit log, and a deleted account has no choice', async () => {
  const { id, user } = await addPayment();
  const paymentOf = () =>
    db.selectFrom('failed_payments').where('id', '=', id).select('reminded_at').executeTakeFirstOrThrow();
  await remind(id);
  await recordReminder(db, (await mails())[0]?.reminder_id ?? 0, now);
  await db.updateTable('failed_payments').set({ stage: 'on_hold' }).where('id', '=', id).execute();
  await db.deleteFrom('mails').execute();
  await remind(id);
  await recordReminder(db, (await mails())[0]?.reminder_id ?? 0, inDays(2));
  expect(await paymentOf()).toEqual({ reminded_at: now });
  const entries = await db
    .selectFrom('audit_entries')
    .where('payment_id', '=', id)
    .orderBy('id')
    .select(['action', 'actor_id', 'user_id', 'changes'])
    .execute();
  expect(entries).toEqual(
    ['grace_period', 'on_hold'].map((to) => ({
      ...{ action: 'payment_reminded', actor_id: administratorId, user_id: user.id },
      changes: [{ field: 'stage', from: null, to }],
    })),
  );
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await expect(setRefusal(db, { userId: user.id, isRefused: true, actor }, now)).rejects.toThrow(
    'has been deleted',
  );
});
