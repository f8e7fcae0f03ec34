import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Database, MailKind, MailsTable } from '../db/schema.ts';
import { linkLifetimeHours } from './link-lifetime.ts';
import type { Message, Transport } from './transport.ts';

export type QueuedMail = Selectable<MailsTable>;

/** Returns null if there is nothing to send: no account has the address, or a newer mail replaces this one. */
export type ComposeMail = (mail: QueuedMail, now: Date) => Promise<Message | null>;

/** In a transaction the mail is sent only if that commits. */
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
  /** Without a wake the queue polls every few seconds. */
  wake: () => void;
  /** Gives the current mail a few seconds. */
  stop: () => Promise<void>;
};

export type MailQueueOptions = {
  db: Kysely<Database>;
  transport: Transport;
  clock: () => Date;
  log: Logger;
  compose: ComposeMail;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between attempts. After the last one the mail is given up. */
export const mailBackoffMs = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
/** Other servers and earlier runs add mails too. */
const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** The answer is sent first, so that its time does not reveal whether there was a mail. */
const WAKE_DELAY_MS = 100;
const STOP_TIMEOUT_MS = 5 * SECOND_MS;

/** Locks the row of the mail, sends it, then deletes the row. docs/security.md says when a mail may be sent twice. */
export function startMailQueue(options: MailQueueOptions): MailQueue {
  const { log, transport } = options;
  const stopping = new AbortController();
  let isWoken = false;
  let shorten = (_pause: number) => {};

  const waitForMail = () =>
    new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, isWoken ? WAKE_DELAY_MS : POLL_INTERVAL_MS);
      shorten = (pause) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, pause);
      };
    });

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const hasSent = await sendNextMail(options).catch((error: unknown) => {
        log.error({ err: error }, 'the mail queue cannot be read');
        return false;
      });
      if (!hasSent && !stopping.signal.aborted) await waitForMail();
    }
  };
  const running = run();

  return {
    wake: () => {
      // A second call does not extend the delay.
      if (!isWoken) shorten(WAKE_DELAY_MS);
      isWoken = true;
    },
    stop: async () => {
      stopping.abort();
      shorten(0);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
      transport.close();
    },
  };
}

/** Sends the mail that waits longest. Returns false if none is due. */
async function sendNextMail({ db, transport, clock, log, compose }: MailQueueOptions): Promise<boolean> {
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
      // On another connection: the token must be stored before the mail is sent.
      const message = await compose(mail, clock());
      if (message) await transport.send(message);
    } catch (error) {
      await scheduleRetry(transaction, { mail, error, log }, clock());
      return true;
    }
    await transaction.deleteFrom('mails').where('id', '=', mail.id).execute();
    return true;
  });
}

function isExpired({ kind, created_at }: QueuedMail, now: Date): boolean {
  const hours = kind === 'password_reset' || kind === 'deletion_request' ? linkLifetimeHours[kind] : null;
  return hours !== null && now.getTime() - created_at.getTime() >= hours * HOUR_MS;
}

async function scheduleRetry(
  transaction: Transaction<Database>,
  { mail, error, log }: { mail: QueuedMail; error: unknown; log: Logger },
  now: Date,
): Promise<void> {
  const failure = describeFailure(error);
  const pause = failure.isPermanent ? undefined : mailBackoffMs[mail.attempts];
  const details = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1, failure: failure.summary };
  if (pause === undefined) log.error(details, 'a mail could not be sent and is given up');
  else log.warn(details, 'a mail could not be sent and will be retried');
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

const smtpErrorSchema = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  command: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
});

/** The answer of the mail server holds the address, so it is not quoted. */
function describeFailure(error: unknown): { summary: string; isPermanent: boolean } {
  if (!(error instanceof Error)) return { summary: typeof error, isPermanent: false };
  const { code, command, responseCode } = v.parse(smtpErrorSchema, error);
  // 5xx for a recipient is permanent. For the sign-in or the sender it is a configuration error and is retried.
  const isPermanent = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return { summary: [code, command, responseCode].filter(Boolean).join(' ') || error.name, isPermanent };
}
