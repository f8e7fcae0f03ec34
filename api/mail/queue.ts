import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Database, MailKind, MailsTable } from '../db/schema.ts';
import { linkHours } from './link-hours.ts';
import type { Message, Transport } from './transport.ts';

export type QueuedMail = Selectable<MailsTable>;

/** The message of a queued mail. null where there is nothing to send: the address has no account, or a newer mail replaces this one. */
export type ComposeMail = (mail: QueuedMail, now: Date) => Promise<Message | null>;

/** Adds a mail to the queue. Within a transaction it leaves only if that commits. */
export async function enqueueMail(
  db: Kysely<Database>,
  mail: { kind: MailKind; address: string; reason?: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      reason: null,
      ...mail,
      created_at: now,
      next_attempt_at: now,
      last_error: null,
      given_up_at: null,
    })
    .execute();
}

export type MailQueue = {
  /** Wakes the queue: there may be a mail. Without it the queue polls every few seconds. */
  wake: () => void;
  /** Stops the queue. The current mail has a few seconds to leave. */
  stop: () => Promise<void>;
};

export type MailQueueOptions = {
  db: Kysely<Database>;
  transport: Transport;
  clock: () => Date;
  log: Logger;
  compose: ComposeMail;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between a failure and the next attempt. After the last of them the mail is given up. */
export const mailBackoffMs = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];
/** Milliseconds between two polls: other servers and earlier runs add mails too. */
const POLL_INTERVAL_MS = 5 * SECOND;
/**
 * Milliseconds between a call and the mail that it queued. The answer has left by then, so that its time does not tell
 * whether there was a mail to send.
 */
const WAKE_DELAY_MS = 100;
/** Milliseconds that the current mail has when the server stops. */
const STOP_TIMEOUT_MS = 5 * SECOND;

/**
 * Sends the queued mails, one at a time. The current mail is a locked row: no other server takes it, and it is free at
 * once when this server dies. It is deleted after it has left, so that every mail leaves once. Only if a server dies or
 * loses its connection between the two, the mail is sent again, with the same Message-ID, by which mailboxes recognise
 * a duplicate.
 */
export function startMailQueue(options: MailQueueOptions): MailQueue {
  const { log, transport } = options;
  const stopping = new AbortController();
  let woken = false;
  let shorten = (_pause: number) => {};

  const idle = () =>
    new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, woken ? WAKE_DELAY_MS : POLL_INTERVAL_MS);
      shorten = (pause) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, pause);
      };
    });

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const worked = await deliverNext(options).catch((error: unknown) => {
        log.error({ err: error }, 'the mail queue cannot be read');
        return false;
      });
      if (!worked && !stopping.signal.aborted) await idle();
    }
  };
  const running = run();

  return {
    wake: () => {
      // A second call does not extend the delay.
      if (!woken) shorten(WAKE_DELAY_MS);
      woken = true;
    },
    stop: async () => {
      stopping.abort();
      shorten(0);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
      transport.close();
    },
  };
}

/** Sends the mail that is due longest. Returns false where none is due. */
async function deliverNext({ db, transport, clock, log, compose }: MailQueueOptions): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const mail = await transaction
      .selectFrom('mails')
      .where('given_up_at', 'is', null)
      .where('next_attempt_at', '<=', clock())
      .orderBy('next_attempt_at')
      .selectAll()
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return false;
    if (isExpired(mail, clock())) {
      log.error(
        { mailId: mail.id, kind: mail.kind },
        'a mail could not be sent before its link expired and is deleted',
      );
      await transaction.deleteFrom('mails').where('id', '=', mail.id).execute();
      return true;
    }
    try {
      // Outside the transaction: the token must be stored before its mail leaves.
      const message = await compose(mail, clock());
      if (message) await transport.send(message);
    } catch (error) {
      await postpone(transaction, { mail, error, log }, clock());
      return true;
    }
    await transaction.deleteFrom('mails').where('id', '=', mail.id).execute();
    return true;
  });
}

/** Whether the link in the mail could no longer be used. */
function isExpired({ kind, created_at }: QueuedMail, now: Date): boolean {
  const hours = kind === 'password_reset' || kind === 'deletion_request' ? linkHours[kind] : null;
  return hours !== null && now.getTime() - created_at.getTime() >= hours * HOUR;
}

async function postpone(
  transaction: Transaction<Database>,
  { mail, error, log }: { mail: QueuedMail; error: unknown; log: Logger },
  now: Date,
): Promise<void> {
  const failure = failureOf(error);
  const pause = failure.isFinal ? undefined : mailBackoffMs[mail.attempts];
  const facts = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1, failure: failure.summary };
  if (pause === undefined) log.error(facts, 'a mail could not be sent and is given up');
  else log.warn(facts, 'a mail could not be sent and will be retried');
  await transaction
    .updateTable('mails')
    .set({
      attempts: mail.attempts + 1,
      last_error: failure.summary,
      ...(pause === undefined ? { given_up_at: now } : { next_attempt_at: new Date(now.getTime() + pause) }),
    })
    .where('id', '=', mail.id)
    .execute();
}

const smtpFault = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  command: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
});

/** Names the failure without a quote: the answer of the mail server holds the address. */
function failureOf(error: unknown): { summary: string; isFinal: boolean } {
  if (!(error instanceof Error)) return { summary: typeof error, isFinal: false };
  const { code, command, responseCode } = v.parse(smtpFault, error);
  // A recipient that is refused with 5xx stays refused. A refused sign-in or sender is an error of ours and is retried.
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return { summary: [code, command, responseCode].filter(Boolean).join(' ') || error.name, isFinal };
}
